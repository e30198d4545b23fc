/* Games between people as the page follows them, against the real server: nothing is lost when the connection breaks, a
   command is carried out once, and the clocks are the server's. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Scope } from "../../src/app/scope";
import { settings } from "../../src/app/settings";
import { games, openCore } from "../../src/core/table";
import { needGames } from "../../src/i18n/texts";
import { needOnlineWords, wrong } from "../../src/online/common/words";
import { Api, ApiError, commandId } from "../../src/online/line/api";
import { clockText, leftOf, ServerClock, spanOf } from "../../src/online/line/clock";
import type { ClockSetting, GameInfo, SocketAnswer, Wish } from "../../src/online/line/types";
import { Wire } from "../../src/online/line/wire";
import { LiveGame } from "../../src/online/live/live";
import { TestSocket } from "./socket";

const root = resolve(import.meta.dirname, "../../..");
const program = process.env["ASCONA_PROGRAM"] ?? join(root, "build/ascona");
const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");

let server: ChildProcess;
let url: string;
const folder = mkdtempSync(join(tmpdir(), "ascona-online-"));

beforeAll(async () => {
  await openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm"))));
  await settings.start();
  await needGames(games().map(({ id }) => id));
  await needOnlineWords();
  mkdirSync(join(folder, "web"));
  writeFileSync(join(folder, "web/index.html"), "<!doctype html>\n");
  ({ server, url } = await serve("games.db"));
}, 60_000);

/** The page comes from this server, which rejects requests of others. */
function comeFrom(address: string): void {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(address);
}

/** A server on files of that name. */
async function serve(database: string, port = "0"): Promise<{ server: ChildProcess; url: string }> {
  const files = ["--web", join(folder, "web"), "--database", join(folder, database)];
  const child = spawn(program, ["serve", "--port", port, ...files]);
  const at = await new Promise<string>((ready, failed) => {
    let said = "";
    child.once("exit", () => failed(new Error(`ascona serve ended: ${said}`)));
    child.stderr!.on("data", (piece: Buffer) => (said += piece.toString()));
    child.stdout!.on("data", (piece: Buffer) => {
      said += piece.toString();
      const found = /http:\S+/.exec(said);
      if (found) ready(found[0]);
    });
  });
  return { server: child, url: at };
}

afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

let shift = 0; /* of this machine's clock, against the server's */
const real = Date.now.bind(Date);
vi.spyOn(Date, "now").mockImplementation(() => real() + shift);

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => {
  scope.end();
  shift = 0;
});

/** A person with a connection of their own, which is quick to notice that it is dead. */
class Somebody {
  static readonly #secrets = new Map<string, string>(); /* the server makes only so many persons per minute */
  readonly sockets: TestSocket[] = [];
  readonly api;
  readonly wire: Wire;
  /** Changes each message of the server. */
  alter = (text: string): string => text;

  constructor(
    readonly secret: string,
    at = url,
  ) {
    this.api = new Api({ address: at, bearer: secret });
    this.wire = new Wire({
      open: () => {
        const socket = new TestSocket(at, secret);
        socket.alter = (text) => this.alter(text);
        this.sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      tries: [50, 100],
      spread: 200,
      ping: 200,
      patience: 1500,
    });
  }

  static async make(name: string, at = url): Promise<Somebody> {
    comeFrom(at);
    const known = Somebody.#secrets.get(name + at);
    const secret = known ?? (await new Api({ address: at }).makeMe({ name, bearer: true })).secret!;
    Somebody.#secrets.set(name + at, secret);
    return new Somebody(secret, at);
  }

  /** Follows a game that has perhaps not started. */
  follow(id: string): Promise<LiveGame> {
    return LiveGame.open(scope, id, "", this.wire, this.api);
  }

  async open(id: string): Promise<LiveGame> {
    const live = await this.follow(id);
    await vi.waitFor(() => expect(live.session).toBeDefined(), 20_000);
    return live;
  }
}

const wishFor = (game: string, clock: ClockSetting = { kind: "none" }): Wish => ({
  game,
  clock,
  seats: [{ you: true }, {}],
  random_seats: false,
  private: false,
  games: 1,
});

async function begun(spec: string, clock?: ClockSetting) {
  const [one, other] = [await Somebody.make("Jonas"), await Somebody.make("Mara")];
  const wish = wishFor(spec, clock);
  const { game, last, keys } = await one.api.create(commandId(), wish);
  await other.api.join(game, { id: commandId(), last, key: keys[0]! });
  return { id: game, one, other };
}

const moves = ({ session }: LiveGame) => session!.game.events.map(({ move }) => move);
const settled = (...games: LiveGame[]) =>
  vi.waitFor(() => {
    for (const game of games) expect([game.session!.game.proposed, game.last]).toEqual([undefined, games[0]!.last]);
  }, 20_000);

test("moves travel, offers are answered, a draw is agreed", async () => {
  const { id, one, other } = await begun("delta");
  const [mine, hers] = [await one.open(id), await other.open(id)];
  expect([mine.you, hers.you]).toEqual([1, 2]);
  expect(hers.session!.match.personToMove).toBe(0);
  mine.session!.type("b2");
  expect(mine.session!.game.proposed).toBe("b2"); /* seen at once, and not yet sure */
  await vi.waitFor(() => expect(moves(hers)).toEqual(["b2"]));
  hers.session!.type("c3");
  await settled(mine, hers);
  await vi.waitFor(() => expect(moves(mine)).toEqual(["b2", "c3"]));
  hers.offer("takeback");
  await vi.waitFor(() => expect(mine.asked?.offer).toBe("takeback"));
  mine.send("accept");
  await vi.waitFor(() => expect([moves(mine), moves(hers)]).toEqual([["b2"], ["b2"]]));
  hers.session!.type("d4");
  await vi.waitFor(() => expect(moves(mine)).toEqual(["b2", "d4"]));
  mine.offer("draw");
  await vi.waitFor(() => expect(hers.asked?.offer).toBe("draw"));
  hers.send("accept");
  await vi.waitFor(() =>
    expect([mine, hers].map(({ session }) => session!.game.now.end)).toEqual(["agreed", "agreed"]),
  );
  expect(mine.session!.match.personToMove).toBe(0);
});

test("what the server does not have is taken back calmly, with a reason", async () => {
  const { id, one, other } = await begun("delta");
  const [phone, desk] = [await one.open(id), await new Somebody(one.secret).open(id)];
  const hers = await other.open(id);
  /* Both devices of one person move at the same moment: one is first. */
  phone.session!.type("b2");
  desk.session!.type("d4");
  await vi.waitFor(() => expect(moves(hers)).toHaveLength(1));
  await settled(phone, desk, hers);
  expect([moves(phone), moves(desk)]).toEqual([moves(hers), moves(hers)]);
  const notes = [phone, desk].map(({ session }) => session!.narrator.note?.text() ?? "");
  expect(notes.join()).toMatch(/in the meantime|on another device/);
});

test("a line that dies without a word: what was missed comes, what waited is done once", async () => {
  const { id, one, other } = await begun("kulami");
  const [mine, hers] = [await one.open(id), await other.open(id)];
  mine.session!.type("a1");
  await vi.waitFor(() => expect(moves(hers)).toEqual(["a1"]));
  const answer = hers.session!.game.now.steps[0]!.move;
  other.sockets.at(-1)!.freeze();
  hers.session!.type(answer); /* it goes into the void */
  expect(hers.isPending).toBe(true);
  await vi.waitFor(() => expect(moves(mine)).toEqual(["a1", answer]), 20_000);
  await settled(mine, hers);
  expect(other.sockets.length).toBeGreaterThan(1);
  expect(hers.log.filter(({ type }) => type === "moved")).toHaveLength(2);
});

test("an answer that is lost: the command comes twice and is done once", async () => {
  const { id, one, other } = await begun("delta");
  const [mine, hers] = [await one.open(id), await other.open(id)];
  mine.session!.type("b2");
  one.sockets.at(-1)!.freeze(); /* it is sent, and nothing is heard */
  await vi.waitFor(() => expect(moves(hers)).toEqual(["b2"]));
  await settled(mine, hers);
  expect(moves(mine)).toEqual(["b2"]);
  expect(mine.log.map(({ n }) => n)).toEqual(mine.log.map((_, index) => index + 1));
});

test("an hour asleep: the game is as it stands, and the clocks are the server's", async () => {
  const { id, one, other } = await begun("neo-delta", { kind: "time", seconds: 600, increment: 5 });
  const [mine, hers] = [await one.open(id), await other.open(id)];
  const first = mine.session!.game.now.steps[0]!.move;
  mine.session!.type(first);
  await vi.waitFor(() => expect(moves(hers)).toEqual([first]));
  one.sockets.at(-1)!.freeze();
  const second = hers.session!.game.now.steps[0]!.move;
  hers.session!.type(second);
  await settled(hers);
  shift = 3_600_000; /* this machine's clock is an hour on, the server's is not */
  await vi.waitFor(() => expect(moves(mine)).toEqual([first, second]), 20_000);
  await vi.waitFor(() => expect(one.wire.clock.isKnown).toBe(true));
  expect(Math.abs(mine.now - real())).toBeLessThan(100);
  const { clocks, now } = await one.api.game(id);
  expect(mine.clocks!.running).toBe(1);
  expect(Math.abs(leftOf(mine.clocks!, 1, now) - clocks![0]!)).toBeLessThan(100);
});

test("phrases reach the seats, presence and watchers all", async () => {
  const { id, one, other } = await begun("delta");
  const [mine, hers] = [await one.open(id), await other.open(id)];
  await hers.say("good-luck");
  await vi.waitFor(() => expect(mine.said?.phrase).toBe("good-luck"));
  const watcher = await (await Somebody.make("Ada")).open(id);
  expect([watcher.you, watcher.session!.match.personToMove]).toEqual([0, 0]);
  await vi.waitFor(() => expect([mine.info.spectators, mine.info.presence[1]?.state]).toEqual([1, "here"]), 20_000);
  mine.send("make-private");
  await vi.waitFor(() => expect(hers.info.private).toBe(true));
});

test("a page of another version is told to reload", async () => {
  const answer = await fetch(`${url}/api/me`, { headers: { "Ascona-Api": "1" } });
  const { error, args, text } = (await answer.json()) as { error: string; args: Record<string, string>; text: string };
  expect([answer.status, error]).toEqual([400, "online.too-old"]);
  expect(wrong(new ApiError(answer.status, error, args, text))).toMatch(/out of date/);
});

test("a device that is signed out says so, and plays no more", async () => {
  const { id, one } = await begun("delta");
  const { code } = await one.api.deviceCode();
  const { secret } = (await new Api({ address: url }).addDevice(code, "phone", true)) as { secret?: string };
  const phone = new Somebody(secret!);
  const live = await phone.open(id);
  expect(live.you).toBe(1);
  const [, device] = await one.api.devices();
  await one.api.signOut(device!.device);
  await vi.waitFor(() => expect(phone.wire.state).toBe("signed-out"), 10_000);
  const { length } = phone.sockets;
  await new Promise((done) => setTimeout(done, 400)); /* four tries, if it tried */
  expect([phone.wire.state, phone.sockets.length]).toEqual(["signed-out", length]);
});

test("too many windows: the last one says so, waits, and is let in when another has gone", async () => {
  const { id, one } = await begun("delta");
  const others = Array.from({ length: 20 }, () => new TestSocket(url, one.secret));
  await vi.waitFor(() => expect(others.every(({ shaken }) => shaken)).toBe(true), 10_000);
  let wait = 0; /* when it was decided: later some of it is over */
  scope.effect(() => {
    if (one.wire.state === "waiting") wait = Math.max(wait, one.wire.next - Date.now());
  });
  scope.onEnd(one.wire.listen(id, { opened: () => undefined, news: () => undefined }));
  await vi.waitFor(() => expect([one.wire.state, one.wire.why]).toEqual(["waiting", "too-many-sockets"]), 10_000);
  expect(wait).toBeGreaterThan(50); /* not the first and quickest of the tries */
  for (const socket of others) socket.close();
  await vi.waitFor(() => expect([one.wire.state, one.wire.why, one.wire.since]).toEqual(["open", "", 0]), 10_000);
});

test("a server that restarts: it is said until it is back, and not all come at once", async () => {
  const own = await serve("restarted.db");
  const people = await Promise.all(["a", "b", "c", "d"].map((name) => Somebody.make(name, own.url)));
  const listener = { opened: () => undefined, news: () => undefined };
  for (const { wire } of people) scope.onEnd(wire.listen("abcdefghijkmnpqr", listener));
  await vi.waitFor(() => expect(people.every(({ wire }) => wire.state === "open")).toBe(true), 10_000);
  const waits: number[] = [];
  for (const { wire } of people)
    scope.effect(() => {
      if (wire.state === "waiting" && waits.length < people.length) waits.push(wire.next - Date.now());
    });
  const ended = new Promise((done) => own.server.once("exit", done));
  own.server.kill("SIGTERM");
  await ended;
  await vi.waitFor(() => expect(people[0]!.sockets.length).toBeGreaterThan(2)); /* tries that failed */
  expect(people.map(({ wire }) => wire.why)).toEqual(people.map(() => "restart"));
  expect(new Set(waits.map(Math.round)).size).toBeGreaterThan(1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(250);
  const again = await serve("restarted.db", new URL(own.url).port);
  await vi.waitFor(
    () => expect(people.map(({ wire }) => [wire.state, wire.why])).toEqual(people.map(() => ["open", ""])),
    10_000,
  );
  again.server.kill();
});

test("a draw once in ten plies, a take-back once a ply: the page knows beforehand what the server says", async () => {
  const { id, one, other } = await begun("kulami");
  const [mine, hers] = [await one.open(id), await other.open(id)];
  expect(mine.whyNot("takeback")?.()).toMatch(/no move to take back/);
  const declined = async (offer: "draw" | "takeback") => {
    mine.offer(offer);
    await vi.waitFor(() => expect(hers.asked?.offer).toBe(offer));
    await vi.waitFor(() => expect(mine.whyNot(offer)?.()).toMatch(/waiting for an answer/));
    hers.send("decline");
    await vi.waitFor(() => expect([mine.info.offer, hers.info.offer]).toEqual([undefined, undefined]));
  };
  await declined("draw");
  for (let ply = 0; ply < 10; ply++) {
    /* What the page says is what the server answers. */
    const said = mine.whyNot("draw")?.();
    expect(said).toContain(`in ${10 - ply} move`);
    const refused = await one.api
      .command(id, "offer", { id: `ask-${ply}`, last: mine.last, offer: "draw" })
      .catch(({ message }: Error) => message);
    expect(refused).toBe(said);
    const [mover, watcher] = ply % 2 === 0 ? [mine, hers] : [hers, mine];
    mover.session!.type(mover.session!.game.now.steps[0]!.move);
    await settled(mover, watcher);
  }
  expect(mine.whyNot("draw")?.()).toBeUndefined();
  expect(mine.whyNot("takeback")?.()).toBeUndefined();
  await declined("takeback");
  expect(mine.whyNot("takeback")?.()).toMatch(/already/);
});

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

test("after 413 the page reads events by pages, waits if there are none, and never spins", async () => {
  const { id, one } = await begun("delta");
  const read = vi.spyOn(one.api, "events");
  let isTooLarge = true;
  one.alter = (text) => {
    const { re, game } = JSON.parse(text) as SocketAnswer;
    const isState = re !== undefined && typeof game === "object";
    return isState && isTooLarge ? JSON.stringify({ re, status: 413, error: "online.too-large", args: {} }) : text;
  };
  const live = await one.follow(id);
  await vi.waitFor(() => expect(live.log.map(({ type }) => type)).toEqual(["created", "joined", "started"]));
  await pause(1000);
  const [socket] = one.sockets;
  expect([socket!.watches, read.mock.calls.length]).toEqual([2, 3]); /* the page that is there, and two empty ones */
  read.mockRejectedValueOnce(new Error("no network"));
  await vi.waitFor(() => expect(socket!.watches).toBe(3), 5000);
  await pause(1000);
  expect([socket!.watches, read.mock.calls.length]).toEqual([3, 4]);
  isTooLarge = false;
  await vi.waitFor(() => expect(live.session).toBeDefined(), 10_000);
  expect(moves(live)).toEqual([]);
});

test("a pause before the next question ends with the scope", async () => {
  const { id, one, other } = await begun("delta");
  one.alter = (text) => text.replace('"status":200', '"status":503');
  await one.follow(id);
  const [socket] = one.sockets;
  await vi.waitFor(() => expect(socket!.watches).toBe(1));
  scope.end();
  expect(one.wire.state).toBe("closed");
  await pause(2500);
  expect([one.sockets.length, socket!.watches, other.sockets.length]).toEqual([1, 1, 0]);
});

test("a listener that is ended twice ends no other", async () => {
  const { id, one, other } = await begun("delta");
  const hers = await other.open(id);
  const events: string[] = [];
  const listener = {
    opened: () => void one.wire.ask({ do: "watch", game: id, from: 0 }),
    news: ({ event }: { event?: { type: string } }) => event && events.push(event.type),
  };
  const end = one.wire.listen(id, listener);
  await vi.waitFor(() => expect(one.wire.state).toBe("open"));
  const [first, second] = [one.wire.listen(id, listener), one.wire.listen("abcdefghijkmnpqr", listener)];
  end();
  end();
  second();
  end();
  second();
  expect(one.wire.state).toBe("open");
  expect(hers.you).toBe(2);
  await one.api.command(id, "move", { id: "move", last: hers.last, move: "b2" });
  await vi.waitFor(() => expect(events).toEqual(["moved"]));
  first();
  expect(one.wire.state).toBe("closed");
  first();
  const last = one.wire.listen(id, listener);
  first();
  await vi.waitFor(() => expect([one.wire.state, one.sockets.length]).toEqual(["open", 2]));
  last();
});

test("a burst of events asks for the state once", async () => {
  const [one, other] = [await Somebody.make("Jonas"), await Somebody.make("Mara")];
  const { game, last, keys } = await one.api.create(commandId(), wishFor("delta"));
  const live = await one.follow(game);
  const [socket] = one.sockets;
  await vi.waitFor(() => expect(live.last).toBe(1));
  expect(socket!.watches).toBe(1);
  await other.api.join(game, { id: commandId(), last, key: keys[0]! });
  await vi.waitFor(() => expect(live.session?.match.nameAt(2)).toContain("Mara"));
  await pause(300);
  expect([live.log.map(({ type }) => type), socket!.watches]).toEqual([["created", "joined", "started"], 2]);
  /* Whatever follows is in the events. */
  live.offer("draw");
  await vi.waitFor(() => expect(live.info.offer?.by).toBe(1));
  await other.api.command(game, "resign", { id: "resign", last: live.last });
  await vi.waitFor(() => expect(live.info.state).toBe("ended"));
  expect([live.info.cause, live.info.offer, socket!.watches]).toEqual(["resigned", undefined, 2]);
});

test("the page follows the events as the server does", async () => {
  const people = [await Somebody.make("Jonas"), await Somebody.make("Mara"), await Somebody.make("Ada")];
  const [one, two, three] = people as [Somebody, Somebody, Somebody];
  const threeSeats = { ...wishFor("delfino:players=3"), seats: [{ you: true as const }, {}, {}] };
  const { game, keys } = await one.api.create(commandId(), threeSeats);
  const live = await one.follow(game);
  await vi.waitFor(() => expect(live.last).toBe(1));
  const still = ({ now, presence, spectators, clocks, running, turn, rolling, ...rest }: GameInfo) => rest;
  let commands = 0;
  const agree = async (who: Somebody, command: string, body: object = {}) => {
    const last = (await one.api.game(game)).last;
    await who.api.command(game, command, { id: `${command}-${++commands}`, last, ...body });
    await vi.waitFor(async () => expect(still(live.info)).toEqual(still(await one.api.game(game))));
  };
  await agree(one, "change", { ...threeSeats, clock: { kind: "days", days: 3 }, seats: [{}, { you: true }, {}] });
  expect(live.you).toBe(2);
  await agree(one, "change", threeSeats);
  await agree(two, "join", { key: keys[0] });
  await agree(two, "leave");
  await agree(two, "join", { key: keys[0] });
  await agree(three, "join", { key: keys[1] });
  expect(live.info.state).toBe("running");
  await vi.waitFor(() => expect(live.session).toBeDefined());
  await two.open(game); /* players who are there have to agree */
  await agree(three, "leave");
  expect(live.info.seats[2]?.away).toBe(true);
  await agree(one, "offer", { offer: "engine", seat: 3, level: 1 });
  await agree(two, "accept");
  expect(live.info.seats[2]?.level).toBe(1);
  await agree(one, "make-private");
  await agree(two, "offer", { offer: "draw" });
  await agree(one, "decline");
  await agree(three, "return");
  await agree(two, "resign");
  await agree(three, "resign");
  expect([live.info.state, live.info.points?.length]).toEqual(["ended", 3]);
  await agree(one, "offer", { offer: "rematch" });
});

test("a page that comes back from the back/forward cache connects again and catches up", async () => {
  const { id, one, other } = await begun("delta");
  const [mine, hers] = [await one.open(id), await other.open(id)];
  const { length } = one.sockets;
  one.sockets.at(-1)!.freeze();
  await other.api.command(id, "offer", { id: "draw", last: mine.last, offer: "draw" });
  await vi.waitFor(() => expect(hers.info.offer).toBeDefined());
  expect(mine.info.offer).toBeUndefined();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(one.sockets).toHaveLength(length + 1);
  await vi.waitFor(() => expect(mine.asked?.offer).toBe("draw"));
});

test("another language: the socket and the board stay, nothing is announced, and notes are in it", async () => {
  const { id, one, other } = await begun("delta");
  const [mine, hers] = [await one.open(id), await other.open(id)];
  mine.offer("draw");
  await vi.waitFor(() => expect(hers.asked?.offer).toBe("draw"));
  hers.send("decline");
  await vi.waitFor(() => expect(mine.declined?.()).toBe("\u2068Mara\u2069 declined the draw."));
  const { session } = mine;
  const { spoken, note } = session!.narrator;
  const { watches } = one.sockets[0]!;
  await settings.choose({ language: "de" });
  expect(mine.declined?.()).toMatch(/lehnt|abgelehnt/);
  expect(note?.text()).toBe(mine.declined?.());
  expect(mine.whyNot("draw")?.()).toMatch(/10 Zügen/);
  expect([mine.session === session, session!.narrator.spoken === spoken, one.sockets.length]).toEqual([true, true, 1]);
  await pause(100);
  expect(one.sockets[0]!.watches).toBe(watches);
  await settings.choose({ language: "en" });
});

test("the server's time is told best by the quickest answer", () => {
  const clock = new ServerClock();
  clock.heard(1000, 1400, 501_100); /* 400 ms: the answer may be off by 200 */
  clock.heard(2000, 2020, 502_010);
  clock.heard(3000, 3300, 503_290);
  vi.spyOn(Date, "now").mockReturnValueOnce(4000);
  expect(clock.now()).toBe(504_000);
});

test("clocks in figures and words", () => {
  expect([0, 1, 59_001, 272_000, 3_600_000].map(clockText)).toEqual(["0:00", "0:01", "1:00", "4:32", "1:00:00"]);
  expect(spanOf(3 * 86_400_000)).toEqual({ unit: "days", count: 3 });
  expect(spanOf(50_400_000)).toEqual({ unit: "hours", count: 14 });
  expect(spanOf(30_000)).toEqual({ unit: "minutes", count: 1 });
  expect(leftOf({ at: 1000, left: [5000, 7000], running: 2 }, 2, 3000)).toBe(5000);
});
