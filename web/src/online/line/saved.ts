/* A value that the browser saves, as a signal. Another tab may change it, too. */
import { signal, type Signal } from "@preact/signals";
import { LOCAL_PREFIX, readLocal, writeLocal } from "../../app/local";
import { pageScope } from "../../app/scope";

export class SavedValue<T> {
  readonly #name: string;
  readonly #value: Signal<T | undefined>;

  constructor(name: string) {
    this.#name = name;
    this.#value = signal(readLocal<T>(name));
    pageScope.listen(window, "storage", ({ key }) => {
      if (key === LOCAL_PREFIX + name) this.#value.value = readLocal<T>(name);
    });
  }

  /** Undefined if nothing was saved. */
  get value(): T | undefined {
    return this.#value.value;
  }

  /** Saves it for this page at least: the browser may refuse the rest. */
  set(value: T | undefined): void {
    writeLocal(this.#name, value);
    this.#value.value = value;
  }
}
