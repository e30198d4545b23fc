/* The person that this browser is for others. The server makes one when it is first needed. The secret is in a cookie that
   no script can read; the browser saves only the id of the person. */
import { batch, signal } from "@preact/signals";
import { pageScope } from "../../app/scope";
import { settings } from "../../app/settings";
import { api, ApiError } from "./api";
import { SavedValue } from "./saved";
import type { Me } from "./types";
import { wire } from "./wire";

const NAME_MAX = 24; /* characters that the server allows */

/* The name in the settings of this browser. */
const localName = () => [...settings.choices.name].slice(0, NAME_MAX).join("").trim();

/** The name of this device in the list of devices. */
function deviceLabel(): string {
  const agent = navigator.userAgent;
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? "";
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  return [names[browser] ?? browser, system].filter((part) => part !== "").join(", ");
}

/* Returns the person of this device, a new one if necessary, with a new name if one is given. */
const makeMe = (name?: string) => api.makeMe({ label: deviceLabel(), ...(name !== undefined && { name }) });

const isLocal = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

class Person {
  readonly #me = signal<Me | undefined>(undefined);
  readonly #savedId = new SavedValue<string>("person");
  readonly #isSignedOut = signal(false);

  constructor() {
    pageScope.watch(
      () => wire.state,
      (state) => {
        if (state === "signed-out" && this.me) this.#be(undefined, true);
      },
    );
    /* A change in the settings is the name online, too. If it fails, the next look tries again. */
    pageScope.watch(
      () => settings.choices.name,
      () => this.me && void this.look().catch(() => undefined),
    );
  }

  get me(): Me | undefined {
    return this.#me.value;
  }

  /** This browser has been a person, as far as it remembers. */
  get isKnown(): boolean {
    return this.me !== undefined || this.#savedId.value !== undefined;
  }

  /** The name online, otherwise the one of this browser. */
  get name(): string {
    return this.me?.name ?? localName();
  }

  /** This device was signed out from another one, and has not been a person since. */
  get isSignedOut(): boolean {
    return this.#isSignedOut.value;
  }

  /** The address by which others reach this server. On the machine itself the page's own leads nowhere from outside. */
  get address(): string {
    return (isLocal() && this.me?.addresses?.[0]) || location.origin;
  }
  /** Links made here work only on this machine. */
  get isOnlyLocal(): boolean {
    return isLocal() && (this.me?.addresses ?? []).length === 0;
  }

  #be(me: Me | undefined, isSignedOut = false): void {
    const isOther = this.me?.person !== me?.person;
    batch(() => {
      this.#me.value = me;
      this.#isSignedOut.value = isSignedOut;
      this.#savedId.set(me?.person);
    });
    if (me && isOther) wire.renew(); /* a socket belongs to the person who opened it */
    const { nameOnline } = settings.choices;
    if (me?.name !== nameOnline || (me && me.name !== localName()))
      void settings.choose({ nameOnline: me?.name, ...(me && me.name !== localName() && { name: me.name }) });
  }

  /* There is one name: the one of this browser if it was changed here, otherwise the one of the server. */
  async #named(me: Me): Promise<Me> {
    const wanted = localName() === (settings.choices.nameOnline ?? "") ? me.name : localName();
    if (wanted === me.name) return me;
    return makeMe(wanted).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 422) return me; /* the server rejects that name */
      throw error;
    });
  }

  /** Returns the person that the server knows, with the name of this browser; undefined if there is none. A browser that was
      never known asks only with `anyway`, which also shows whether the server hosts games. */
  async look(anyway = false): Promise<Me | undefined> {
    if (!this.isKnown && !anyway) return undefined;
    try {
      const found = this.me ?? (await api.me());
      const me = await this.#named(this.me ?? found);
      if (me !== this.me) this.#be(me);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      this.#be(undefined);
    }
    return this.me;
  }

  /** Returns the person, a new one if necessary. A name that is given is saved here and online; "" removes it. */
  async become(name?: string): Promise<Me> {
    const given = name?.trim();
    const me = this.me ?? (await makeMe(given));
    const named = given === undefined ? await this.#named(me) : given === me.name ? me : await makeMe(given);
    this.#be(named);
    return named;
  }

  /** Becomes the person of the device that made the code. A person without a name gets the one of this browser. */
  async join(code: string): Promise<Me> {
    const me = await api.addDevice(code, deviceLabel());
    const named = me.name === "" && localName() !== "" ? await makeMe(localName()) : me;
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
