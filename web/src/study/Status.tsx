/* A live region that is always there: screen readers miss one that comes together with its text. */
import type { ComponentChildren } from "preact";
import { useLive } from "../ui/useLive";

interface Props {
  /** Undefined: it takes no room. */
  class?: string | undefined;
  children?: ComponentChildren;
}

/** Its changes are read. */
export function LiveRegion({ class: look = "sr", role, children }: Props & { role?: "status" }) {
  return (
    <div class={look} role={role} aria-live={useLive()}>
      {children}
    </div>
  );
}

/** It is read as a whole. */
export const Status = (props: Props) => <LiveRegion role="status" {...props} />;
