#!/usr/bin/env node
// Makes the databases of this folder with a program that is given: it starts `ascona serve` on a new SQLite file and on a
// new PostgreSQL, plays through the HTTP API, stops the server and stores what it left. Run by hand; README.md says when.
// usage: node make.mjs PROGRAM VERSION     VERSION names the files, as 0.1
// Needs node 20, sqlite3, and PostgreSQL's initdb, postgres and pg_dump. As root, PostgreSQL runs as the user postgres.
import { execFileSync, spawn } from "node:child_process";
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [program, version] = process.argv.slice(2);
if (version === undefined) throw new Error("usage: node make.mjs PROGRAM VERSION");
const here = dirname(fileURLToPath(import.meta.url));
const work = mkdtempSync(join(tmpdir(), "ascona-databases-"));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// ---- the server ----

// Starts a server on the database. Returns its address and how to stop it.
async function serve(database) {
  const web = join(work, "web");
  mkdirSync(web, { recursive: true });
  writeFileSync(join(web, "index.html"), "<!doctype html>");
  const options = ["serve", "--database", database, "--web", web, "--port", "0", "--limits", "0", "--engines", "1"];
  const server = spawn(program, options, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => server.once("exit", done));
  const port = await new Promise((done, fail) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += text;
      const found = /localhost:(\d+)/.exec(said);
      if (found) done(found[1]);
    });
    server.once("exit", () => fail(new Error("the server does not start")));
  });
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
  };
  return { url: `http://localhost:${port}`, stop };
}

// ---- people and games ----

class Club {
  constructor(url) {
    this.url = url;
    this.persons = {};
    this.games = {};
    this.commands = 0;
  }

  async ask(method, path, secret, body) {
    const headers = { "Ascona-Api": "2", ...(secret && { Authorization: `Bearer ${secret}` }) };
    const reply = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await reply.text();
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return path.includes("/events") ? text.trim().split("\n").map((line) => JSON.parse(line)) : JSON.parse(text);
  }

  post(name, path, body = {}) {
    return this.ask("POST", path, this.persons[name]?.secret, body);
  }

  async person(name, label) {
    const made = await this.post(null, "/api/me", { name, label, bearer: true });
    this.persons[name] = { person: made.person, name, secret: made.secret };
  }

  show(by, game) {
    return this.ask("GET", `/api/games/${this.games[game].id}`, this.persons[by].secret);
  }

  // A command; `last` is seen by the first person of the game, since others do not see a private one before they join.
  async act(by, game, what, more = {}) {
    const { last } = await this.show(this.games[game].people[0], game);
    return this.post(by, `/api/games/${this.games[game].id}/${what}`, { id: `stored-${this.commands++}`, last, ...more });
  }

  // `owner` makes a game, and `others` take the free seats.
  async game(name, owner, others, settings) {
    const made = await this.post(owner, "/api/games", { id: `stored-${name}`, ...settings });
    this.games[name] = { id: made.game, people: [owner, ...others], keys: made.keys ?? [] };
    for (const [i, other] of others.entries()) await this.act(other, name, "join", { key: made.keys[i] });
  }

  // Watches a game by a WebSocket, since engines move only while somebody is there. Returns the socket.
  watch(by, name) {
    const text = JSON.stringify({ do: "watch", id: "w", game: this.games[name].id, from: 0 }); // less than 126 bytes
    const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      Authorization: `Bearer ${this.persons[by].secret}`,
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol": "ascona.2",
    };
    return new Promise((done, fail) => {
      const asked = request(`${this.url}/api/socket`, { headers });
      asked.on("upgrade", (_, socket) => {
        socket.resume();
        socket.write(frame);
        done(socket);
      });
      asked.on("error", fail);
      asked.end();
    });
  }

  // The person whose turn it is; waits while an engine thinks.
  async turn(name) {
    const game = this.games[name];
    for (let tries = 0; ; tries++) {
      if (tries === 500) throw new Error(`${name}: nobody has the turn`);
      const now = await this.show(game.people[0], name);
      const seat = now.seats[now.turn - 1];
      const by = game.people.find((one) => this.persons[one].person === seat?.person);
      if (by) return { now, by };
      await pause(20);
    }
  }

  // A legal move, not always the first of the list.
  async legal(name, by, number) {
    const path = `/api/games/${this.games[name].id}/events?from=1`;
    const events = await this.ask("GET", path, this.persons[by].secret);
    const plies = [];
    for (const event of events) {
      if (event.type === "moved" || event.type === "rolled") plies.push(event.move);
      if (event.type === "taken-back") plies.splice(-event.plies);
    }
    const spec = events[0].game;
    const { moves } = JSON.parse(execFileSync(program, ["moves", spec, "--moves", plies.join(" "), "--json"]).toString());
    return moves[(number * 7) % moves.length];
  }

  // Plays moves; ends before a move, not before a roll.
  async play(name, moves) {
    for (let done = 0; ; ) {
      const { now, by } = await this.turn(name);
      if (now.rolling) await this.act(by, name, "roll");
      else if (done === moves) return;
      else await this.act(by, name, "move", { move: await this.legal(name, by, ++done) });
    }
  }
}

// Everything that the next version must understand; serve_upgrade.c checks each of these games by its name.
async function fill(club) {
  for (const name of ["Mara", "Jonas", "Léa", "Theo", "Eve"]) await club.person(name, `${name}’s phone`);
  const days = { kind: "days", days: 3 };
  const minutes = { kind: "time", seconds: 600, increment: 5 };
  await club.game("plain", "Mara", ["Jonas"], { game: "delta" });
  await club.play("plain", 5);
  await club.act("Mara", "plain", "offer", { offer: "takeback" });
  await club.act("Jonas", "plain", "accept");
  await club.game("days", "Mara", ["Léa"], { game: "kulami", clock: days });
  await club.play("days", 6);
  await club.act("Mara", "days", "give-time", { seat: 2, seconds: 60 });
  await club.game("three", "Mara", ["Jonas", "Léa"], { game: "delfino:players=3", clock: minutes });
  await club.play("three", 9);
  await club.game("private", "Jonas", ["Léa"], { game: "neo-delta", private: true, clock: minutes });
  await club.play("private", 4);
  await club.game("engine", "Mara", [], { game: "delta:size=4,pawns=4", seats: [{ you: true }, { level: 1 }] });
  const socket = await club.watch("Mara", "engine");
  await club.play("engine", 2);
  socket.destroy();
  await club.game("offered", "Léa", ["Jonas"], { game: "circle-delta" });
  await club.play("offered", 3);
  await club.act("Jonas", "offered", "offer", { offer: "draw" });
  await club.game("ended", "Mara", ["Jonas"], { game: "kulami:level=2" });
  await club.play("ended", 4);
  await club.act("Jonas", "ended", "resign");
  await club.act("Mara", "ended", "offer", { offer: "rematch" });
  await club.act("Jonas", "ended", "accept");
  club.games.rematch = { id: (await club.show("Mara", "ended")).next, people: ["Mara", "Jonas"], keys: [] };
  await club.play("rematch", 2);
  await club.game("match", "Mara", ["Jonas"], { game: "delta", games: 3 });
  await club.play("match", 2);
  await club.act("Mara", "match", "resign");
  club.games.second = { id: (await club.show("Mara", "match")).next, people: ["Mara", "Jonas"], keys: [] };
  await club.play("second", 2);
  await club.game("merged", "Theo", ["Jonas"], { game: "delta" });
  await club.play("merged", 3);
  await club.game("ordered", "Mara", ["Jonas"], { game: "delta" });
  await club.play("ordered", 2);
  await club.game("unclaimed", "Mara", [], { game: "delta" });
  await club.game("claimed", "Mara", ["Jonas"], { game: "delfino:players=3" });

  // Léa gets Theo's device and games; Mara gets a second device; Mara blocks Eve.
  const join = async (by, name, label) => {
    const { code } = await club.post(name, "/api/me/device-code");
    return club.ask("POST", "/api/me/add-device", club.persons[by]?.secret, { code, confirm: true, label, bearer: true });
  };
  const merged = await join("Theo", "Léa", "Theo’s phone");
  club.persons.merged = { person: merged.person, name: merged.name, secret: merged.secret };
  delete club.persons.Theo;
  club.games.merged.people[0] = "merged";
  const laptop = await join(null, "Mara", "Mara’s laptop");
  club.persons.laptop = { person: laptop.person, name: laptop.name, secret: laptop.secret };
  await club.post("Mara", "/api/me/block", { person: club.persons.Eve.person, blocked: true });
}

// What the test needs to know of each game.
async function describe(club) {
  const games = {};
  for (const [name, game] of Object.entries(club.games)) {
    const now = await club.show(game.people[0], name);
    games[name] = { id: game.id, state: now.state, last: now.last, keys: game.keys, people: game.people };
    if (now.state !== "running") continue;
    const { by } = await club.turn(name);
    Object.assign(games[name], { turn: by, move: await club.legal(name, by, 1), timed: now.clock.kind !== "none" });
  }
  const persons = Object.entries(club.persons).map(([key, person]) => ({ key, ...person }));
  return { persons, games };
}

async function make(database) {
  const server = await serve(database);
  let told;
  try {
    const club = new Club(server.url);
    await fill(club);
    told = await describe(club);
  } finally {
    await server.stop();
  }
  execFileSync(program, ["host", "close", told.games.ordered.id, "--database", database]);
  return told;
}

// ---- the databases ----

async function sqlite() {
  const file = join(work, "games.db");
  const told = await make(file);
  execFileSync("sqlite3", [file, "PRAGMA wal_checkpoint(TRUNCATE)"]);
  if (existsSync(`${file}-wal`)) throw new Error("the WAL is still there");
  copyFileSync(file, join(here, `${version}.db`));
  copyFileSync(`${file}.orders`, join(here, `${version}.db.orders`));
  return told;
}

async function postgres() {
  const versions = readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a));
  const tool = (name) => join("/usr/lib/postgresql", versions[0], "bin", name);
  const folder = join(work, "postgres");
  mkdirSync(folder);
  const owner = {};
  if (process.getuid() === 0) {
    const id = (kind) => Number(execFileSync("id", [kind, "postgres"]).toString());
    Object.assign(owner, { uid: id("-u"), gid: id("-g") });
    chownSync(work, owner.uid, owner.gid);
    chownSync(folder, owner.uid, owner.gid);
  }
  const data = join(folder, "data");
  const init = ["-D", data, "-U", "ascona", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(tool("initdb"), init, { ...owner, stdio: "ignore" });
  const settings = ["-D", data, "-k", folder, "-c", "listen_addresses="];
  const server = spawn(tool("postgres"), settings, { ...owner, stdio: "ignore" });
  const ended = new Promise((done) => server.once("exit", done));
  const url = `postgresql://ascona@/postgres?host=${folder}`;
  try {
    for (let tries = 0; ; tries++) {
      try {
        execFileSync("psql", ["-q", "-c", "SELECT 1", url], { stdio: "ignore" });
        break;
      } catch (error) {
        if (tries === 100) throw error;
        await pause(100);
      }
    }
    const told = await make(url);
    const dump = ["--no-owner", "--no-privileges", "--inserts", "-f", join(here, `${version}.sql`), url];
    execFileSync(tool("pg_dump"), dump);
    return told;
  } finally {
    server.kill("SIGINT");
    await ended;
  }
}

try {
  const told = { sqlite: await sqlite(), postgres: await postgres() };
  writeFileSync(join(here, `${version}.json`), `${JSON.stringify(told, null, 1)}\n`);
} finally {
  rmSync(work, { recursive: true });
}
