/* A game in its middle, for home: drawn by the core while the page was built, so that it needs no module. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLook } from "./Look";

type Loaded = typeof import("virtual:pictures");

let loaded: Loaded | undefined;

export function GamePicture({ game }: { game: string }) {
  const look = useLook();
  const svg = useRef<SVGSVGElement>(null);
  const [found, setFound] = useState(loaded);
  useEffect(() => {
    if (found) return;
    import("virtual:pictures").then(
      (all) => setFound((loaded = all)),
      () => undefined /* home works without them */,
    );
  }, [found]);
  const picture = found?.pictures[game];
  useLayoutEffect(() => {
    if (!picture) return;
    const named = (text: string) => text.replaceAll(`${found!.PREFIX}-`, `${look.prefix}-`);
    const dress = look.share(named(picture.style));
    svg.current!.innerHTML = dress({ inside: named(picture.inside) }).inside;
  }, [look, found, picture]);
  if (!picture) return null;
  const [, , width, height] = picture.box;
  const box = { viewBox: picture.box.join(" "), width, height };
  return <svg ref={svg} class="board" {...box} aria-hidden="true" focusable="false" />;
}
