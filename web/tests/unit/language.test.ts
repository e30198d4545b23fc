/* The language changes under a page that stays: every text at once, and nothing else. */
import { h, render } from "preact";
import { useEffect } from "preact/hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openBoard } from "./support/page";
import { Scope } from "../../src/app/scope";
import { settings } from "../../src/app/settings";
import { people } from "../../src/game/plan";
import { needStudyWords, studyText } from "../../src/study/words";
import { currentLanguage, LazyTexts, needGames, needLater, t } from "../../src/i18n/texts";
import { Elsewhere } from "../../src/play/Elsewhere";
import type { SavedMatch } from "../../src/storage/games";
import { Alarm, alarms } from "../../src/ui/Alarm";
import { Failure } from "../../src/ui/Failure";

/* Texts of which a test says when they come, and whether they do. */
let gate: Promise<unknown> = Promise.resolve();
const words = new LazyTexts(async (language) => {
  await gate;
  return `words in ${language}`;
});

let scope: Scope;
let entered = 0;

function Page() {
  useEffect(() => void entered++, []);
  return h("label", null, `${t("play.you")}, ${studyText("title")} `, h("input", null));
}

beforeEach(async () => {
  scope = new Scope();
  entered = 0;
  gate = Promise.resolve();
  await settings.start();
  await needStudyWords();
  await words.need();
});
afterEach(async () => {
  scope.end();
  render(null, document.body);
  gate = Promise.resolve();
  await settings.choose({ language: "en" });
  vi.useRealTimers();
});

/** Every combination of texts that could be seen. */
function seen(): string[] {
  const all: string[] = [];
  scope.effect(() => void all.push(`${currentLanguage()}: ${t("play.you")}, ${words.value}`));
  return all;
}

test("texts change, and a field keeps its focus and what was typed", async () => {
  render(h(Page, null), document.body);
  const field = document.querySelector("input")!;
  field.focus();
  field.value = "c3";
  const before = document.body.textContent;
  expect(before).toMatch(/^You, /);
  await vi.waitFor(() => expect(entered).toBe(1));
  await settings.choose({ language: "de" });
  expect(document.body.textContent).toMatch(/^Du, /);
  expect(document.body.textContent!.slice(4)).not.toBe(before!.slice(5)); /* nor are the words of study English */
  expect(document.querySelector("input")).toBe(field);
  expect([document.activeElement, field.value]).toEqual([field, "c3"]);
  await new Promise((done) => setTimeout(done, 50));
  expect(entered).toBe(1);
  expect([document.documentElement.lang, settings.choices.language]).toEqual(["de", "de"]);
  expect(JSON.parse(localStorage.getItem("ascona.settings")!)).toMatchObject({ language: "de" });
});

test("all texts change at once", async () => {
  const all = seen();
  await settings.choose({ language: "fr" });
  expect(all).toEqual(["en: You, words in en", "fr: Vous, words in fr"]);
});

test("if something can't be loaded, the language stays, and can be chosen again", async () => {
  const all = seen();
  gate = Promise.reject(new TypeError("Failed to fetch"));
  await expect(settings.choose({ language: "ru" })).rejects.toThrow("Failed to fetch");
  expect([currentLanguage(), settings.choices.language, document.documentElement.lang]).toEqual(["en", "en", "en"]);
  expect(all).toHaveLength(1);
  gate = Promise.resolve();
  await settings.choose({ language: "ru" });
  expect(all.at(-1)).toBe("ru: Вы, words in ru");
});

test("a part that could not be loaded does not hold up another language", async () => {
  let isThere = false;
  const part = new LazyTexts(async (language) => {
    if (!isThere) throw new TypeError("Failed to fetch");
    return `part in ${language}`;
  });
  await expect(part.need()).rejects.toThrow("Failed to fetch");
  await settings.choose({ language: "de" });
  expect([currentLanguage(), part.value]).toEqual(["de", undefined]);
  isThere = true;
  await part.need();
  expect(part.value).toBe("part in de");
});

test("texts that are first needed while the language changes arrive in the new one", async () => {
  const part = new LazyTexts(async (language) => `part in ${language}`);
  const change = settings.choose({ language: "de" });
  await part.need();
  await change;
  expect(part.value).toBe("part in de");
  const slow = new LazyTexts(async (language) => {
    await gate;
    return `slow in ${language}`;
  });
  const { promise, open } = closedGate();
  gate = promise;
  const values: unknown[] = [];
  scope.effect(() => void values.push(slow.value));
  const needed = slow.need(); /* begins in German */
  gate = Promise.resolve();
  await settings.choose({ language: "fr" });
  open();
  await needed;
  expect(values).toEqual([undefined, "slow in fr"]);
});

function closedGate(): { promise: Promise<void>; open(): void } {
  let open = () => {};
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

test("of two changes the later one counts, whichever is loaded first", async () => {
  const { promise, open } = closedGate();
  gate = promise;
  const slow = settings.choose({ language: "de" });
  gate = Promise.resolve();
  await settings.choose({ language: "fr" });
  open();
  await slow;
  expect([currentLanguage(), settings.choices.language, words.value]).toEqual(["fr", "fr", "words in fr"]);
});

test("choosing the old language again ends a change", async () => {
  const { promise, open } = closedGate();
  gate = promise;
  const slow = settings.choose({ language: "de" });
  await settings.choose({ language: "en" });
  open();
  await slow;
  expect([currentLanguage(), settings.choices.language, words.value]).toEqual(["en", "en", "words in en"]);
});

test("a change in another tab is picked up", async () => {
  render(h(Page, null), document.body);
  await settings.choose({ nameOnline: "Mara", confirm: true });
  localStorage.setItem("ascona.settings", JSON.stringify({ language: "de", theme: "dark" }));
  window.dispatchEvent(new StorageEvent("storage", { key: "ascona.settings" }));
  await vi.waitFor(() => expect(document.body.textContent).toMatch(/^Du, /));
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  expect(settings.choices).toMatchObject({ nameOnline: undefined, confirm: false });
  await settings.choose({ theme: "system" });
});

test("if another tab chose a language that can't be loaded, its other choices count", async () => {
  gate = Promise.reject(new TypeError("Failed to fetch"));
  gate.catch(() => undefined);
  localStorage.setItem("ascona.settings", JSON.stringify({ ...settings.choices, language: "ru", theme: "dark" }));
  window.dispatchEvent(new StorageEvent("storage", { key: "ascona.settings" }));
  await vi.waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("dark"));
  expect([currentLanguage(), settings.choices.language]).toEqual(["en", "en"]);
  await settings.choose({ theme: "system" });
});

test("a match that is open elsewhere is described in the new language", async () => {
  await openBoard();
  await needLater();
  await needGames(["delta"]);
  const saved: SavedMatch = {
    id: "one",
    plan: { spec: "delta", position: "", sides: people(2), begins: 0, games: 1 },
    finished: [],
    record: "",
    again: { spec: "delta", position: "", events: [], agreed: false },
    seed: 1,
    flipped: false,
    over: false,
    begun: false,
    changed: 0,
  };
  render(h(Elsewhere, { saved, onTake: () => {} }), document.body);
  const turn = () => document.querySelector("main b + span")!.textContent;
  expect(turn()).toMatch(/White/);
  await settings.choose({ language: "de" });
  await vi.waitFor(() => expect(turn()).toMatch(/Weiß/));
});

test("what is shown already is not announced again in another language", async () => {
  alarms.tell({ text: "part", button: "again", onDo: () => {} });
  render([h(Alarm, null), h(Failure, { trouble: "load", part: true, onAgain: async () => {} })], document.body);
  const regions = () => [...document.querySelectorAll("[role=alert], [role=status]")];
  const live = () => regions().map((region) => region.getAttribute("aria-live"));
  const before = document.body.textContent;
  const loud = ["assertive", "assertive", "polite"];
  expect(live()).toEqual(loud);
  await settings.choose({ language: "de" });
  await vi.waitFor(() => expect(document.body.textContent).not.toBe(before));
  expect(live()).toEqual(["off", "off", "off"]);
  await vi.waitFor(() => expect(live()).toEqual(loud), 3000);
  alarms.tell(undefined);
});

test("a choice that is not about the language redraws no text", async () => {
  const all = seen();
  await settings.choose({ sound: false, language: "en" });
  await settings.choose({ sound: true });
  expect(all).toHaveLength(1);
});
