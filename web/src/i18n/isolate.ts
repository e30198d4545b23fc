/* A player's name may be written from right to left. In a sentence it stands between isolates, so that the words beside it
   keep their order; where the page draws the sentence, they become a <bdi> (ui/bdi.ts). */

export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** A text in parts: every second one is a name with its isolates. */
export const namesIn = (text: string): string[] => text.split(/(\u2068[^\u2069]*\u2069)/u);
