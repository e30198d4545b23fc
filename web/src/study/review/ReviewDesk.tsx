/* The review of a game: the graph, the turning points, what a move lost and what was better, and the moves with their
   grades. What is there can be used while the rest is still looked into. */
import { useEffect, useState } from "preact/hooks";
import { screen } from "../../app/screen";
import { useStore } from "../../app/store";
import { Man } from "../../board/Man";
import { opening } from "../../keep/studied";
import { number } from "../../i18n/texts";
import { Bar } from "../../ui/Bar";
import { Dialog } from "../../ui/Dialog";
import { Link } from "../../ui/Link";
import { RulesLink } from "../../ui/RulesLink";
import { titleOf } from "../../ui/titles";
import { Unbroken } from "../../ui/Unbroken";
import { useTitle } from "../../ui/useTitle";
import { StudyDialogs } from "../Dialogs";
import { GradeSign } from "../Grade";
import { Graph } from "./Graph";
import { resultWords } from "../result";
import { RetryPanel } from "./RetryPanel";
import { GameReview, type Judged, type ReviewView } from "./review";
import type { Study } from "../study";
import { StudyBoard, StudyNote, useKeys } from "../StudyDesk";
import { Tree } from "../Tree";
import { answerWords, Val } from "../Val";
import { worth } from "../value";
import { about, s } from "../words";

const SIDES: ReviewView[] = ["before", "played", "better"];

const nameOf = ({ turn }: Judged) => `${number(turn.number)} ${turn.plies.map(({ move }) => move).join(" ")}`;

function Turning({ review }: { review: GameReview }) {
  const { turning, chosen, study } = review;
  const both = study.now.players === 2 && review.turns.length > 1;
  if (turning.length === 0)
    return review.complete ? <p class="msg">{s(both ? "review.none" : "review.none-plain")}</p> : null;
  return (
    <div class="turns3" role="group" aria-label={s("review.turning")}>
      {turning.map((judged, index) => (
        <button
          key={judged.index}
          class="turn"
          type="button"
          aria-current={chosen?.index === judged.index ? "true" : undefined}
          onClick={() => review.choose(judged)}
        >
          <span class="n" aria-hidden="true">
            {number(index + 1)}
          </span>
          <b class="not">
            <Unbroken text={nameOf(judged)} />
          </b>
          <Lost review={review} judged={judged} />
        </button>
      ))}
    </div>
  );
}

/* How sure a loss is, as src/study/review.h words it. */
const LOSS_SIGNS: Record<string, string> = { estimate: "≈\u00a0", bound: "≥\u00a0" };

function lossText(study: Study, { turn }: Judged): string {
  const amount = number(turn.loss ?? 0, { maximumFractionDigits: 1 });
  return (LOSS_SIGNS[turn.proof ?? ""] ?? "") + (study.scale.score === "chance" ? s("percent", { amount }) : amount);
}

/* "You lost 3", "White lost 3". */
function lostWords(review: GameReview, judged: Judged): string {
  const { study, you } = review;
  const { player } = judged.turn;
  const amount = lossText(study, judged);
  return about(player === you, "review.lost", { who: study.nameOf(player), amount });
}

/* Whose loss, shown by a piece of theirs, and how much. */
function Lost({ review, judged }: { review: GameReview; judged: Judged }) {
  const { study } = review;
  const man = study.manOf(judged.turn.player);
  const words = lostWords(review, judged);
  return (
    <small title={words}>
      {man !== null && <Man game={study.now.game} kind={man} />}
      <span aria-hidden="true">{lossText(study, judged)}</span>
      <span class="sr">{words}</span>
    </small>
  );
}

/* What the move gives away, and what is better: what the lines show, and nothing else. */
function Why({ review }: { review: GameReview }) {
  const { study, chosen, side } = review;
  if (!chosen?.ply.best || !chosen.ply.played) return null;
  const { turn, ply } = chosen;
  const best = worth(turn.plies[0]!.best!, turn.player, study.scale);
  const played = worth(turn.plies.at(-1)!.played!, turn.player, study.scale);
  const reply = review.replyTo(chosen);
  const lost = turn.loss !== undefined && turn.loss > 0;
  return (
    <section class="why card" aria-live="polite">
      <h2>
        <span class="not">
          <Unbroken text={nameOf(chosen)} />
        </span>{" "}
        <GradeSign grade={turn.grade} named />
        {lost && <small>{lostWords(review, chosen)}</small>}
      </h2>
      {reply && (
        <p>
          <Unbroken text={answerWords(study, reply, played, review.you)} />
        </p>
      )}
      {review.mayTry && (
        <p>
          <Unbroken text={s("why.better", { move: ply.best!.line.slice(0, 5).join(" ") })} />
        </p>
      )}
      <p class="sum">
        {lost && (
          <>
            <Val study={study} value={best} you={review.you} />
            <span aria-hidden="true">→</span>
          </>
        )}
        <Val study={study} value={played} you={review.you} />
      </p>
      <div class="sides" role="group" aria-label={s("review.sides")}>
        {SIDES.filter((each) => each !== "better" || review.mayTry).map((each) => (
          <button
            key={each}
            class="btn"
            type="button"
            aria-pressed={side === each}
            onClick={() => review.choose(chosen, each)}
          >
            {s(`review.${each}`)}
          </button>
        ))}
      </div>
    </section>
  );
}

const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder", "forced"] as const;

function Numbers({ review }: { review: GameReview }) {
  const { study, told } = review;
  const unit = (amount: number) => {
    const text = number(amount, { maximumFractionDigits: 1 });
    return study.scale.score === "chance" ? s("percent", { amount: text }) : text;
  };
  const players = told?.players ?? [];
  return (
    <Dialog title={s("numbers")} onClose={() => screen.show(undefined)}>
      <table class="counts">
        <thead>
          <tr>
            <td />
            {players.map(({ player }) => (
              <th key={player} scope="col">
                {review.nameOf(player)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {GRADES.map((grade) => (
            <tr key={grade}>
              <th scope="row">{s(`grade.${grade}`)}</th>
              {players.map(({ player, grades }) => (
                <td key={player} class="num">
                  {number(grades[grade] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{s("numbers.loss")}</th>
            {players.map(({ player, mean_loss: loss }) => (
              <td key={player} class="num">
                {loss === null ? "–" : unit(loss)}
              </td>
            ))}
          </tr>
          {players.some(({ luck }) => luck !== undefined) && (
            <tr>
              <th scope="row">{s("numbers.luck")}</th>
              {players.map(({ player, luck = 0 }) => (
                <td key={player} class="num">
                  {luck > 0 ? "+" : ""}
                  {unit(luck)}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </Dialog>
  );
}

/* To the turning point before or behind. */
function Neighbour({ review, by }: { review: GameReview; by: 1 | -1 }) {
  const judged = review.neighbour(by);
  return (
    <button
      class="btn"
      type="button"
      aria-disabled={judged ? undefined : "true"}
      onClick={() => judged && review.choose(judged)}
    >
      {s(by < 0 ? "review.previous" : "review.next")}
    </button>
  );
}

/* Keys of the engine and the explorer, which rest. */
const NOT_HERE = Object.fromEntries([..."etx12345"].map((key) => [key, undefined]));

export function ReviewDesk({ study }: { study: Study }) {
  const [review] = useState(() => new GameReview(study));
  useStore(study);
  useStore(review);
  /* While a move is looked for the game stays where it is; an answer on the board can be gone through. */
  const step = (by: 1 | -1) => (review.retry && !study.preview) || study.step(by);
  useKeys(study, { ...NOT_HERE, "[": () => step(-1), "]": () => step(1), g: () => review.retry || review.next() });
  const { open } = useStore(screen);
  useEffect(() => () => review.close(), []);
  const title = titleOf(study.now.id);
  useTitle(s("review"), title);
  const { running, judged, plies, failed } = review;
  return (
    <div class="studypage">
      <Bar title={title} detail={s("review")}>
        <div class="tools">
          <RulesLink game={study.now.id} />
        </div>
      </Bar>
      <main id="main" class="study review" tabIndex={-1}>
        <StudyBoard study={study} onSpeak={() => undefined} />
        <div class="panel">
          {review.retry ? (
            <RetryPanel retry={review.retry} />
          ) : (
            <>
              <section class="card" aria-label={s("review.graph")}>
                <div class="cardhead">
                  <h2>{review.end.end === "open" ? s("review") : resultWords(study, review.end, review.you)}</h2>
                  {running ? (
                    <p class="num">
                      {s("review.going", { move: judged, moves: plies })}
                      <button class="btn btn--quiet" type="button" onClick={() => review.stop()}>
                        {s("review.stop")}
                      </button>
                    </p>
                  ) : (
                    <p class="num">
                      {!review.complete && s(failed ? "engine.failed" : "review.part", { move: judged, moves: plies })}
                      <button
                        class="btn btn--quiet"
                        type="button"
                        aria-haspopup={review.complete ? "dialog" : undefined}
                        onClick={() => (review.complete ? screen.show("numbers") : review.goOn())}
                      >
                        {s(review.complete ? "numbers" : failed ? "engine.again" : "review.go-on")}
                      </button>
                    </p>
                  )}
                </div>
                <Graph review={review} />
              </section>
              <Turning review={review} />
              <Why review={review} />
              <StudyNote study={study} />
              <Tree study={study} />
              <div class="go3">
                <button
                  class="btn btn--go"
                  type="button"
                  aria-disabled={review.mayTry ? undefined : "true"}
                  onClick={() => review.tryAgain()}
                >
                  {s("retry")}
                </button>
                <Neighbour review={review} by={-1} />
                <Neighbour review={review} by={1} />
                <Link class="btn" href="/study" onFollow={() => (opening.ply = review.ply)}>
                  {s("title")}
                </Link>
              </div>
            </>
          )}
        </div>
      </main>
      {open === "numbers" ? <Numbers review={review} /> : <StudyDialogs study={study} />}
    </div>
  );
}
