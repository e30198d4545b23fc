/* Models hold the state of a screen in signals. Components read it through getters and are drawn again when what they
   read has changed; only a model's own actions change it. */
import { action } from "@preact/signals";

type Method = (...args: never[]) => unknown;

/** Makes actions of a model's methods: what one of them changes is seen as a whole. */
export function actions<Model extends object>(
  type: { prototype: Model },
  ...names: { [Name in keyof Model]: Model[Name] extends Method ? Name : never }[keyof Model][]
): void {
  for (const name of names) type.prototype[name] = action(type.prototype[name] as Method) as Model[typeof name];
}
