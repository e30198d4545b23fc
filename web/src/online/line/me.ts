/* Who this browser is for others. It becomes somebody when that is first needed; the secret is in a cookie that no script
   sees, and all that is kept here is that there is one. */
import { keep, kept } from "../../app/keep";
import { Store } from "../../app/store";
import { api, ApiError } from "./api";
import type { Me } from "./types";
import { wire } from "./wire";

const KNOWN = "person"; /* kept: the id of the person this browser is */

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

  /** The name that one has, here or at the table at home. */
  get name(): string {
    return this.#me?.name || (kept<string>("name") ?? "");
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
    if (me && me.name !== "") keep("name", me.name);
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

  /** Who one is already; undefined: nobody. */
  async look(): Promise<Me | undefined> {
    if (this.#me || !this.known) return this.#me;
    try {
      this.#be(await api.me());
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      this.#be(undefined);
    }
    return this.#me;
  }

  /** Somebody, new if need be, with a name if one is given. */
  async become(name?: string): Promise<Me> {
    const wanted = name?.trim() ?? "";
    if (this.#me && (wanted === "" || wanted === this.#me.name)) return this.#me;
    const me = await api.makeMe({ label: deviceLabel(), ...(wanted !== "" && { name: wanted }) });
    if (wanted === "" && me.name === "" && this.name !== "") return this.become(this.name);
    this.#be(me);
    return me;
  }

  /** The same person as on the device that made the code. */
  async join(code: string): Promise<Me> {
    const me = await api.join(code, deviceLabel());
    this.#be(me);
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
