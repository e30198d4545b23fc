/* Models and other things that live as long as a component. */
import { untracked } from "@preact/signals";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Scope } from "../app/scope";

/** Runs `enter` when the component is there, and when one of `on` is another; its scope ends with the component. */
export function useScope(enter: (scope: Scope) => unknown, on: readonly unknown[]): void {
  useEffect(() => {
    const scope = new Scope();
    untracked(() => enter(scope));
    return () => scope.end();
  }, on);
}

/** A model that belongs to the component: it is made once, and its scope ends with the component. */
export function useModel<Model>(make: (scope: Scope) => Model): Model {
  const [own] = useState(() => {
    const scope = new Scope();
    return { scope, model: untracked(() => make(scope)) };
  });
  useLayoutEffect(() => () => own.scope.end(), [own]);
  return own.model;
}
