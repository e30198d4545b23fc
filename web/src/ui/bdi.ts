/* Draws names that stand between isolates (i18n/isolate.ts) inside <bdi>, wherever they are drawn. */
import { type ComponentChildren, Fragment, h, options } from "preact";
import { namesIn } from "../i18n/isolate";

/* Elements that hold plain text alone. */
const PLAIN = new Set(["text", "tspan", "title", "desc", "option", "textarea", "script", "style"]);

/* A sentence stays one element: in a row of flexible boxes it is one of them. */
function drawn(child: ComponentChildren): ComponentChildren {
  if (Array.isArray(child)) return child.map(drawn);
  if (typeof child !== "string" || !child.includes("\u2068")) return child;
  const parts = namesIn(child)
    .map((part, index) => (index % 2 === 0 ? part : h("bdi", null, part.slice(1, -1))))
    .filter((part) => part !== "");
  return parts.length === 1 ? parts[0] : h("span", null, parts);
}

const before = options.vnode;
options.vnode = (vnode) => {
  const { type } = vnode;
  if (type === Fragment || (typeof type === "string" && !PLAIN.has(type))) {
    const props = vnode.props as { children?: ComponentChildren };
    if (props.children !== undefined) props.children = drawn(props.children);
  }
  before?.(vnode);
};
