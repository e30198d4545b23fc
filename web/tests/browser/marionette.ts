/* A stock Firefox, driven by its own Marionette: JSON over TCP, each message behind its length. Only what the smoke test
   needs. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFERENCES = [
  'user_pref("marionette.port", 0);' /* any that is free; the profile says which */,
  'user_pref("app.update.auto", false);',
  'user_pref("app.normandy.enabled", false);',
  'user_pref("browser.shell.checkDefaultBrowser", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("toolkit.telemetry.enabled", false);',
  'user_pref("intl.accept_languages", "en-GB, en");',
  'user_pref("ui.prefersReducedMotion", 1);',
];

const STARTS = 60_000;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Asks until there is an answer. */
export async function until<T>(ask: () => Promise<T | undefined>, limit: number, what: string): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

type Reply = [number, number, { message: string } | null, unknown];

class Line {
  #pending = new Map<number, (reply: Reply) => void>();
  #count = 0;
  #rest = Buffer.alloc(0);

  constructor(readonly socket: Socket) {
    socket.on("data", (piece) => this.#read(piece));
  }

  #read(piece: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, piece]);
    for (;;) {
      const colon = this.#rest.indexOf(":");
      const length = Number(this.#rest.subarray(0, colon).toString());
      if (colon < 0 || this.#rest.length < colon + 1 + length) return;
      const reply = JSON.parse(this.#rest.subarray(colon + 1, colon + 1 + length).toString()) as Reply | object;
      this.#rest = this.#rest.subarray(colon + 1 + length);
      if (Array.isArray(reply))
        this.#pending.get((reply as Reply)[1])?.(reply as Reply); /* the first one is a greeting */
    }
  }

  async ask(command: string, parameters: object = {}): Promise<unknown> {
    const number = ++this.#count;
    const answered = new Promise<Reply>((done) => this.#pending.set(number, done));
    const text = JSON.stringify([0, number, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , fault, result] = await answered;
    this.#pending.delete(number);
    if (fault) throw new Error(`${command}: ${fault.message}`);
    return result;
  }
}

export interface Firefox {
  goto(url: string): Promise<void>;
  /** A real click, by the pointer, in the middle of the element. */
  click(selector: string): Promise<void>;
  /** What a function made of this text returns in the page. */
  evaluate<T>(script: string, ...args: unknown[]): Promise<T>;
  /** What the browser wrote on its console about pages: errors, and refusals of the content policy. */
  complaints(): Promise<string[]>;
  stop(): Promise<void>;
}

async function connected(profile: string): Promise<Socket> {
  const port = await until(
    () =>
      readFile(join(profile, "MarionetteActivePort"), "utf8").then(
        (text) => (text === "" ? undefined : Number(text)),
        () => undefined,
      ),
    STARTS,
    "Firefox to start",
  );
  return new Promise((done, failed) => {
    const socket = connect(port, "127.0.0.1", () => done(socket));
    socket.once("error", failed);
  });
}

export async function openFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), "ascona-firefox-"));
  await writeFile(join(profile, "user.js"), PREFERENCES.join("\n"));
  const args = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", profile];
  const child = spawn("/usr/bin/firefox-esr", args, {
    stdio: "ignore",
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const stop = async () => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const socket = await connected(profile);
    const line = new Line(socket);
    await line.ask("WebDriver:NewSession", { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } });
    await line.ask("WebDriver:SetWindowRect", { width: 1280, height: 900 });
    const run = async (script: string, args: unknown[]) =>
      ((await line.ask("WebDriver:ExecuteScript", { script, args })) as { value: unknown }).value;
    const find = async (selector: string) => {
      const { value } = (await line.ask("WebDriver:FindElement", { using: "css selector", value: selector })) as {
        value: Record<string, string>;
      };
      return value[ELEMENT]!;
    };
    return {
      goto: async (url) => void (await line.ask("WebDriver:Navigate", { url })),
      click: async (selector) => {
        const id = await until(() => find(selector).catch(() => undefined), 20_000, selector);
        await line.ask("WebDriver:ElementClick", { id });
      },
      evaluate: async <T>(script: string, ...given: unknown[]) => (await run(script, given)) as T,
      complaints: async () => {
        await line.ask("Marionette:SetContext", { value: "chrome" });
        const script = `return Services.console.getMessageArray()
          .filter((one) => one instanceof Ci.nsIScriptError && /^https?:/.test(one.sourceName))
          .filter((one) => one.category === "CSP" || !(one.flags & Ci.nsIScriptError.warningFlag))
          .map((one) => one.errorMessage)`;
        const found = (await run(script, [])) as string[];
        await line.ask("Marionette:SetContext", { value: "content" });
        return found;
      },
      stop: async () => {
        socket.destroy();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
