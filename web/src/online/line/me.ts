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

/* The person of this device, new if need be, under that name; undefined: as the person is called. */
const call = (name?: string) => api.makeMe({ label: deviceLabel(), ...(name !== undefined && { name }) });

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
    return this.#me?.name ?? nameHere();
  }

  /** This device was put out from another one, and has not been anybody since. */
  out = false;

  constructor() {
    super();
    wire.subscribe(() => {
      if (wire.state !== "signed-out" || this.out || !this.#me) return;
      this.#be(undefined);
      this.out = true;
      this.changed();
    });
    settings.subscribe(() => this.#me && void this.look().catch(() => undefined /* the next look tries again */));
  }

  #be(me: Me | undefined): void {
    const other = this.#me?.person !== me?.person;
    this.#me = me;
    this.out = false;
    keep(KNOWN, me?.person);
    if (me && other) wire.renew(); /* a socket knows who opened it */
    const { nameOnline } = settings.choices;
    if (me?.name !== nameOnline || (me && me.name !== nameHere()))
      void settings.choose({ nameOnline: me?.name, ...(me && me.name !== nameHere() && { name: me.name }) });
    this.changed();
  }

  /* There is one name: the one of this browser if it was changed here, otherwise the one of the server. */
  async #named(me: Me): Promise<Me> {
    const wanted = nameHere() === (settings.choices.nameOnline ?? "") ? me.name : nameHere();
    if (wanted === me.name) return me;
    return call(wanted).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 422) return me; /* the server rejects that name */
      throw error;
    });
  }

  /** By what address others reach this server: on the machine itself the page's own leads nowhere from outside. */
  get address(): string {
    return (isLocal() && this.#me?.addresses?.[0]) || location.origin;
  }
  /** Links made here lead nowhere but on this machine. */
  get alone(): boolean {
    return isLocal() && (this.#me?.addresses ?? []).length === 0;
  }

  /** The player that the server knows, with the name of this browser; undefined: none. A browser that was never known asks
      only with `anyway`, which also shows whether the server hosts games. */
  async look(anyway = false): Promise<Me | undefined> {
    if (!this.known && !anyway) return undefined;
    try {
      const found = this.#me ?? (await api.me());
      const me = await this.#named(this.#me ?? found);
      if (me !== this.#me) this.#be(me);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      this.#be(undefined);
    }
    return this.#me;
  }

  /** Somebody, new if need be. A name that is given counts here and online, and "" takes it away. */
  async become(name?: string): Promise<Me> {
    const given = name?.trim();
    const me = this.#me ?? (await call(given));
    const named = given === undefined ? await this.#named(me) : given === me.name ? me : await call(given);
    this.#be(named);
    return named;
  }

  /** The same person as on the device that made the code. A person without a name gets the one of this browser. */
  async join(code: string): Promise<Me> {
    const me = await api.addDevice(code, deviceLabel());
    const named = me.name === "" && nameHere() !== "" ? await call(nameHere()) : me;
    this.#be(named);
    return named;
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
