/* A button that lets a record be chosen among the files of the device. */
import type { ComponentChildren } from "preact";
import { inBackground } from "../ui/Alarm";

interface Props {
  take(file: File): Promise<void>;
  children: ComponentChildren;
}

export function FileButton({ take, children }: Props) {
  const choose = (file: File | undefined) => file && inBackground(() => take(file));
  return (
    <label class="btn file">
      {children}
      <input
        type="file"
        class="sr"
        accept=".txt,.pgn,.json,text/plain,application/json"
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
    </label>
  );
}
