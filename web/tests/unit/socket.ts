/* A WebSocket as in a browser, as far as Wire uses it. It names its person by a header, which browsers cannot. A test can
   freeze it: then nothing comes or goes any more, without a word, as when a laptop sleeps. And it can alter messages. */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

export class TestSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  frozen = false;
  /** Changes each message of the server. */
  alter = (text: string): string => text;
  readonly sent: string[] = [];
  readonly #socket: Socket;
  #bytes = Buffer.alloc(0);
  /** The server has let it in. */
  shaken = false;
  #closed = false;

  constructor(url: string, bearer: string) {
    const { host, hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    const headers = [
      "GET /api/socket HTTP/1.1",
      `Host: ${host}`,
      "Upgrade: websocket",
      "Connection: Upgrade",
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: ascona.2",
      `Authorization: Bearer ${bearer}`,
    ];
    this.#socket.on("connect", () => this.#socket.write(`${headers.join("\r\n")}\r\n\r\n`));
    this.#socket.on("data", (piece) => !this.frozen && this.#take(piece));
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => !this.frozen && this.#end(""));
  }

  send(text: string): void {
    this.sent.push(text);
    this.#frame(1, Buffer.from(text));
  }

  close(): void {
    this.frozen = false;
    this.#socket.destroy();
  }

  /** How often the page has asked for the state of a game. */
  get watches(): number {
    return this.sent.filter((text) => (JSON.parse(text) as { do: string }).do === "watch").length;
  }

  freeze(): void {
    this.frozen = true;
  }

  #end(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.destroy();
    this.onclose?.({ reason });
  }

  #frame(code: number, body: Buffer): void {
    if (this.frozen) return;
    const mask = randomBytes(4);
    const size =
      body.length < 126 ? Buffer.from([0x80 | body.length]) : Buffer.from([0xfe, body.length >> 8, body.length & 255]);
    this.#socket.write(
      Buffer.concat([Buffer.from([0x80 | code]), size, mask, body.map((byte, at) => byte ^ mask[at & 3]!)]),
    );
  }

  #take(piece: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, piece]);
    if (!this.shaken) {
      const end = this.#bytes.indexOf("\r\n\r\n");
      if (end < 0) return;
      const accepted = this.#bytes.subarray(0, end).toString().startsWith("HTTP/1.1 101");
      this.#bytes = this.#bytes.subarray(end + 4);
      this.shaken = true;
      if (!accepted) return this.#end(""); /* browsers hide the status */
      this.onopen?.();
    }
    for (;;) {
      const [first, second] = this.#bytes;
      if (first === undefined || second === undefined) return;
      const short = second & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (this.#bytes.length < head) return;
      const length =
        short < 126 ? short : short === 126 ? this.#bytes.readUInt16BE(2) : Number(this.#bytes.readBigUInt64BE(2));
      if (this.#bytes.length < head + length) return;
      const body = this.#bytes.subarray(head, head + length);
      this.#bytes = this.#bytes.subarray(head + length);
      const code = first & 15;
      if (code === 1) this.onmessage?.({ data: this.alter(body.toString()) });
      else if (code === 8) return this.#end(body.subarray(2).toString());
      else if (code === 9) this.#frame(10, Buffer.from(body));
    }
  }
}
