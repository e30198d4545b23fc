/* A button that lets a record be chosen among the files of the device. */
import type { ComponentChildren } from "preact";

export function FileButton({ take, children }: { take(file: File | undefined): unknown; children: ComponentChildren }) {
  return (
    <label class="btn file">
      {children}
      <input
        type="file"
        class="sr"
        accept=".txt,.pgn,.json,text/plain,application/json"
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
    </label>
  );
}
