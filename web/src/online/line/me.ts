/* Who this browser is for others. It becomes somebody when that is first needed; the secret is in a cookie that no script
   sees, and all that is kept here is that there is one. */
import { keep, kept } from "../../app/keep";
import { settings } from "../../app/settings";
import { Store } from "../../app/store";
import { api, ApiError } from "./api";
import type { Me } from "./types";
import { wire } from "./wire";

const KNOWN = "person"; /* kept: the id of the person this browser is */
const LONGEST = 24; /* characters that the server allows */

/* The name given at home or in a setup. */
const nameHere = () => [...settings.choices.name].slice(0, LONGEST).join("").trim();

/** By what a device is listed: nobody is asked for it. */
function deviceLabel(): string {
  const agent = navigator.userAgent;
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? "";
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  return [names[browser] ?? browser, system].filter((part) => part !== "").join(", ");
}

const isLocal = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

class Person extends Store {
  #me: Me | undefined;

  get me(): Me | undefined {
    return this.#me;
  }

  /** This browser has been somebody, as far as it remembers. */
  get known(): boolean {
    return this.#me !== undefined || kept<string>(KNOWN) !== undefined;
  }

  /** The name online, else the one of this browser. */
  get name(): string {
    return this.#me?.name || nameHere();
  }

  /** This device was put out from another one, and has not been anybody since. */
  out = false;

  constructor() {
    super();
    wire.subscribe(() => {
      if (wire.state !== "out" || this.out || !this.#me) return;
      this.#be(undefined);
      this.out = true;
      this.changed();
    });
  }

  #be(me: Me | undefined): void {
    const other = this.#me?.person !== me?.person;
    this.#me = me;
    this.out = false;
    keep(KNOWN, me?.person);
    if (me && other) wire.renew(); /* a socket knows who opened it */
    this.changed();
  }

  /** By what address others reach this server: on the machine itself the page's own leads nowhere from outside. */
  get address(): string {
    return (isLocal() && this.#me?.addresses?.[0]) || location.origin;
  }
  /** Links made here lead nowhere but on this machine. */
  get alone(): boolean {
    return isLocal() && (this.#me?.addresses ?? []).length === 0;
  }

  /** The player that the server knows; undefined: none. A browser that was never known asks only with `anyway`, which also
      shows whether the server hosts games. */
  async look(anyway = false): Promise<Me | undefined> {
    if (this.#me || (!this.known && !anyway)) return this.#me;
    try {
      this.#be(await api.me());
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      this.#be(undefined);
    }
    return this.#me;
  }

  /** Somebody, new if need be. A name that is given counts here and online, and "" takes it away; without one, a person
      who has no name online gets the one of this browser. */
  async become(name?: string): Promise<Me> {
    const label = deviceLabel();
    const given = name?.trim();
    const me = this.#me ?? (await api.makeMe({ label, ...(given !== undefined && { name: given }) }));
    const wanted = given ?? (me.name || nameHere());
    const named = wanted === me.name ? me : await api.makeMe({ label, name: wanted });
    if (named !== this.#me) this.#be(named);
    if (given !== undefined) await settings.choose({ name: given });
    return named;
  }

  /** The same person as on the device that made the code. */
  async join(code: string): Promise<Me> {
    const me = await api.join(code, deviceLabel());
    this.#be(me);
    if (me.name !== "") await settings.choose({ name: me.name });
    return me;
  }

  /** The server does not know this device any more. */
  lose(): void {
    this.#be(undefined);
  }

  async forget(): Promise<void> {
    await api.forget();
    this.#be(undefined);
  }
}

export const person = new Person();
