/* What the build makes: see web/build. */
declare module "@wasm/*.wasm?url" {
  const url: string;
  export default url;
}
declare module "virtual:catalogues" {
  /** By language: what is said when nothing could be loaded. */
  export const builtIn: Record<string, Record<string, string>>;
  /** A Catalogue of i18n/texts.ts. */
  export function loadCatalogue(language: string): Promise<never>;
  /** What the page says besides, where it is wanted. */
  export function loadLater(language: string): Promise<Record<string, string>>;
  /** The sentences of a game. */
  export function loadGameTexts(language: string, game: string): Promise<Record<string, string>>;
  /** Reason of the core to sentence, in another language than English. */
  export function loadReasons(language: string): Promise<Record<string, string>>;
}
declare module "virtual:editor" {
  /** An EditorTexts of editor/words.ts. */
  export function loadEditorTexts(language: string): Promise<never>;
}
declare module "virtual:problems" {
  /** The sentences of the pages of problems. */
  export function loadProblemTexts(language: string): Promise<Record<string, string>>;
}
declare module "virtual:study" {
  /** The sentences of the pages of study. */
  export function loadStudyTexts(language: string): Promise<Record<string, string>>;
}
declare module "virtual:learning" {
  /** A Learning of rules/learning.ts: rules, diagrams and the first game of every game, in a language. */
  export function loadLearning(language: string): Promise<never>;
}
declare module "virtual:online" {
  /** The sentences of games between people. */
  export function loadOnlineTexts(language: string): Promise<Record<string, string>>;
}
declare module "virtual:games" {
  /** What the core says of each game, and how many play it when nothing is chosen. */
  export const facts: (import("./core/types").GameFacts & { players: number })[];
  /** The address of the module that has a game alone. */
  export const modules: Record<string, string>;
  /** Of the games that have some. */
  export const problems: Record<string, () => Promise<import("./core/types").ProblemFacts[]>>;
}
declare module "virtual:pictures" {
  /** Stands for the prefix in a picture. */
  export const PREFIX: string;
  export const pictures: Record<
    string,
    { box: import("./core/types").Backdrop["box"]; style: string; inside: string } | undefined
  >;
}
