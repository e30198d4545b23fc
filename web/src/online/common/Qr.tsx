/* A text as a QR code: dark on white in both themes, with a quiet edge. The code that draws it is loaded when it is first needed. */
import { useState } from "preact/hooks";
import { useScope } from "../../ui/useScope";

interface Code {
  size: number;
  path: string;
}

async function codeOf(text: string): Promise<Code> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { border: 0 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}

export function Qr({ text, label }: { text: string; label: string }) {
  const [code, show] = useState<Code>();
  useScope(
    (scope) =>
      void codeOf(text).then(
        (made) => scope.hasEnded || show(made),
        () => undefined /* the link beside it says the same */,
      ),
    [text],
  );
  return (
    <div class="qr">
      {code && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label} shape-rendering="crispEdges">
          <path d={code.path} />
        </svg>
      )}
    </div>
  );
}
