// The link to a table: one WebSocket at a time, kept up for as long as the page is there.
//
// What arrives is a full State every time, so losing messages loses nothing; the log of what
// happened is put together by number. A command goes out again, with the same id, until it is
// answered: the server answers a repeat without doing it twice.

import type { Answer, Command, Done, Happened, Hello, Present, State, Why } from "../wire";
import { newId } from "./ids";
import { asShown, merged } from "./log";

/** Raised together with the server's; a server of another number sends us away to reload. */
export const PROTOCOL = 2;

/** Why a link ended for good. */
export type Ended = "seat_lost" | "no_table" | "log_broken" | "watching_closed" | "outdated" | "left";

export type LinkStatus =
  | { kind: "connecting" }
  | { kind: "connected" }
  /** The next try is at `at` (milliseconds); `stopped` when the server said that it restarts. */
  | { kind: "reconnecting"; at: number; stopped: boolean }
  | { kind: "ended"; because: Ended };

/** A command before it has its id. */
export type Wish = Command extends infer One ? (One extends { id: string } ? Omit<One, "id"> : never) : never;

/** A command that was not done; `why` tells the reason in the catalogue's codes. */
export class NotDone extends Error {
  constructor(readonly why: Why) {
    super(why.code);
  }
}

interface Unanswered {
  message: Command;
  done: (answer: Done) => void;
  refused: (error: NotDone) => void;
}

/** Close codes of the server that mean something to us; everything else is a broken line. */
const CODES = {
  mismatch: 4000,
  secret: 4001,
  closed: 4003,
  noTable: 4004,
  logBroken: 4005,
  slow: 4008,
  calm: 4029,
};

const UNKNOWN = "server.outcome_unknown";

/** A link that has been quiet for so long is asked whether it is still there, in milliseconds. */
const QUIET = 20_000;
/** And is given up when there is no word for so long after that. */
const PATIENCE = 6_000;
/** After waking up nobody wants to wait for either. */
const IMPATIENCE = 2_500;
const LONGEST_WAIT = 15_000;
const RELOADED = "ninetyeight.reloaded";

export class TableLink {
  /** The last State, null until the first one came. */
  state: State | null = $state.raw(null);
  present: Present | null = $state.raw(null);
  status: LinkStatus = $state.raw({ kind: "connecting" });
  /** Everything that happened, by number, without gaps or doubles, as it may be told now. */
  log: Happened[] = $state.raw([]);

  #socket: WebSocket | null = null;
  #welcomed = false;
  /** True until the first State of a connection, which brings everything since Hello's `last`. */
  #fresh = true;
  /** Everything up to this number is in the log. */
  #whole = 0;
  #tries = 0;
  #stopped = false;
  #heard = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setTimeout> | undefined;
  #unanswered = new Map<string, Unanswered>();

  constructor(
    readonly table: string,
    readonly secret: string | null,
    readonly previews = true,
  ) {
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("online", this.#wake);
    window.addEventListener("pageshow", this.#wake);
    this.#connect();
  }

  /** Sends a command. Settles when the server has answered, over as many links as that takes. */
  send = (wish: Wish): Promise<Done> => {
    const message = { ...wish, id: newId() } as Command;
    return new Promise<Done>((done, refused) => {
      if (this.status.kind === "ended") {
        refused(new NotDone({ code: "page.link.not_sent", params: {}, rule: null }));
        return;
      }
      this.#unanswered.set(message.id, { message, done, refused });
      if (this.#welcomed) this.#put(message);
    });
  };

  /** Tries again now instead of waiting. */
  retry = (): void => {
    if (this.status.kind === "reconnecting") this.#connect();
  };

  /** Ends the link for good. */
  close(): void {
    this.#end("left");
  }

  #connect(): void {
    this.#drop();
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${this.table}`);
    this.#socket = socket;
    this.#fresh = true;
    // What an older socket still has to say is of no interest: it is not this one.
    socket.onopen = () => {
      const hello: Hello = {
        type: "hello",
        protocol: PROTOCOL,
        secret: this.secret,
        last: this.#whole,
        previews: this.previews,
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
    this.#expect(PATIENCE * 2);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    clearTimeout(this.#check);
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  #put(message: Command | { type: "ping" }): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  // --- listening -------------------------------------------------------------------------------

  #hear(text: string): void {
    this.#heard = Date.now();
    this.#listen();
    const answer = JSON.parse(text) as Answer;
    switch (answer.type) {
      case "welcome":
        this.#welcome();
        break;
      case "state":
        this.#take(answer);
        break;
      case "present":
        this.present = answer;
        break;
      case "done":
        this.#unanswered.get(answer.id)?.done(answer);
        this.#unanswered.delete(answer.id);
        break;
      case "refusal":
        // Not known is no answer: this link is about to be closed, and the next one asks again.
        if (answer.id !== null && answer.why.code !== UNKNOWN) {
          this.#unanswered.get(answer.id)?.refused(new NotDone(answer.why));
          this.#unanswered.delete(answer.id);
        }
        break;
      case "stopping":
        this.#stopped = true;
        break;
      case "pong":
        break;
    }
  }

  #welcome(): void {
    this.#welcomed = true;
    this.#tries = 0;
    this.#stopped = false;
    this.status = { kind: "connected" };
    forget(RELOADED);
    for (const { message } of this.#unanswered.values()) this.#put(message);
  }

  #take(state: State): void {
    const known = this.state?.number ?? -1;
    if (this.#fresh) {
      this.#fresh = false;
      if (state.number < known) {
        // The server has forgotten (an old backup was put back): so do we, and begin anew.
        this.state = null;
        this.log = [];
        this.#whole = 0;
        this.#connect();
        return;
      }
      this.log = merged(this.log, state.news);
      this.#whole = state.number;
    } else {
      const first = state.news[0]?.number ?? state.number + 1;
      this.log = merged(this.log, state.news);
      if (first <= this.#whole + 1) {
        this.#whole = Math.max(this.#whole, state.number);
      } else {
        // Something in between was lost: the next connection brings it.
        this.#connect();
      }
    }
    if (state.number >= known) this.state = state;
    this.log = asShown(this.log, this.state?.game ?? null);
  }

  // --- noticing that the line is dead ------------------------------------------------------------

  /** Asks after a while of silence, and gives up when no word comes. */
  #listen(): void {
    clearTimeout(this.#check);
    this.#check = setTimeout(() => {
      this.#put({ type: "ping" });
      this.#expect(PATIENCE);
    }, QUIET);
  }

  #expect(patience: number): void {
    const asked = Date.now();
    clearTimeout(this.#check);
    this.#check = setTimeout(() => {
      if (this.#heard < asked) this.#closed(0);
    }, patience);
  }

  /** Back from sleep, from another tab or from a tunnel: look at once whether the line holds. */
  #wake = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.status.kind === "reconnecting") this.#connect();
    else if (this.#welcomed && Date.now() - this.#heard > IMPATIENCE) {
      this.#put({ type: "ping" });
      this.#expect(IMPATIENCE);
    }
  };

  #closed(code: number): void {
    this.#drop();
    switch (code) {
      case CODES.mismatch:
        this.#reload();
        return;
      case CODES.secret:
        this.#end("seat_lost");
        return;
      case CODES.closed:
        this.#end("watching_closed");
        return;
      case CODES.noTable:
        this.#end("no_table");
        return;
      case CODES.logBroken:
        this.#end("log_broken");
        return;
    }
    let wait = this.#wait();
    if (code === CODES.slow) wait = 0;
    if (code === CODES.calm) wait = Math.max(wait, 5_000);
    this.#tries += 1;
    this.status = { kind: "reconnecting", at: Date.now() + wait, stopped: this.#stopped };
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  /** The first retry is fast; then twice as long each time. Chance keeps a crowd from coming at once. */
  #wait(): number {
    if (this.#tries === 0 && !this.#stopped) return Math.random() * 300;
    const longest = Math.min(LONGEST_WAIT, 1_000 * 2 ** Math.min(this.#tries, 5));
    return longest * (0.5 + Math.random() / 2);
  }

  /** The server speaks another protocol: a newer page is there. Once; not in circles. */
  #reload(): void {
    try {
      if (sessionStorage.getItem(RELOADED) === null) {
        sessionStorage.setItem(RELOADED, "1");
        location.reload();
        return;
      }
    } catch {
      // Without a memory we could go round in circles, so we do not begin.
    }
    this.#end("outdated");
  }

  #end(because: Ended): void {
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("online", this.#wake);
    window.removeEventListener("pageshow", this.#wake);
    clearTimeout(this.#retry);
    this.#drop();
    this.status = { kind: "ended", because };
    for (const { refused } of this.#unanswered.values()) {
      refused(new NotDone({ code: "page.link.not_sent", params: {}, rule: null }));
    }
    this.#unanswered.clear();
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept, then.
  }
}
