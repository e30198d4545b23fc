/* The languages. One more is a line here, `web/messages/page.XX.txt`, in `src/core` and for every game in its folder
   `messages.XX.txt` and `reasons.XX.txt`, and `RULES.XX.md` of the games. */
export const languages = [
  { code: "en", name: "English" },
  { code: "fr", name: "Français" },
  { code: "de", name: "Deutsch" },
  { code: "ru", name: "Русский" },
] as const;

export type Language = (typeof languages)[number]["code"];

/** The first language of the browser that there is, else English. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languages.find(({ code }) => tag.toLowerCase().split("-")[0] === code);
    if (found) return found.code;
  }
  return "en";
}
