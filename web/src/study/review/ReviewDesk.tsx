/* The review of a game: the graph, the turning points, what a move lost and what was better, and the moves with their
   grades. Results can be used while the review continues. */
import { useMemo } from "preact/hooks";
import { overlay } from "../../app/overlay";
import { Man } from "../../board/Man";
import { number } from "../../i18n/texts";
import { opening } from "../../storage/study";
import { Bar } from "../../ui/Bar";
import { Dialog } from "../../ui/Dialog";
import { Link } from "../../ui/Link";
import { RulesLink } from "../../ui/RulesLink";
import { LiveRegion } from "../../ui/Status";
import { titleOf } from "../../ui/titles";
import { Unbroken } from "../../ui/Unbroken";
import { useTitle } from "../../ui/useTitle";
import { StudyDialogs } from "../Dialogs";
import { GradeSign } from "../Grade";
import { NoteMessage } from "../Message";
import { resultWords } from "../result";
import type { Study } from "../study";
import { SpokenAnswer, Stage, useKeys } from "../StudyDesk";
import { Tree } from "../Tree";
import { answerWords, Val } from "../Val";
import { worth } from "../value";
import { about, studyText } from "../words";
import { Graph } from "./Graph";
import { RetryPanel } from "./RetryPanel";
import type { GameReview, Judged, ReviewView } from "./review";

const SIDES: ReviewView[] = ["before", "played", "better"];

const nameOf = ({ turn }: Judged) => `${number(turn.number)} ${turn.plies.map(({ move }) => move).join(" ")}`;

function Turning({ review }: { review: GameReview }) {
  const { turning, chosen, study } = review;
  const both = study.players === 2 && review.turns.length > 1;
  if (turning.length === 0)
    return review.isComplete ? <p class="msg">{studyText(both ? "review.none" : "review.none-plain")}</p> : null;
  return (
    <div class="turns3" role="group" aria-label={studyText("review.turning")}>
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
  return (
    (LOSS_SIGNS[turn.proof ?? ""] ?? "") + (study.scale.score === "chance" ? studyText("percent", { amount }) : amount)
  );
}

/* "You lost 3", "White lost 3". */
function lostWords(review: GameReview, judged: Judged): string {
  const { study, you } = review;
  const { player } = judged.turn;
  const amount = lossText(study, judged);
  return about(player === you, "review.lost", { who: study.nameOf(player), amount });
}

/* The loss, with a piece of the player. */
function Lost({ review, judged }: { review: GameReview; judged: Judged }) {
  const { study } = review;
  const piece = study.pieceOf(judged.turn.player);
  const words = lostWords(review, judged);
  return (
    <small title={words}>
      {piece !== null && <Man game={study.spec} kind={piece} />}
      <span aria-hidden="true">{lossText(study, judged)}</span>
      <span class="sr">{words}</span>
    </small>
  );
}

/* The loss of the move, the answer to it, and the better move, by the lines of the engine. */
function Why({ review }: { review: GameReview }) {
  const { study, chosen, side } = review;
  if (!chosen?.ply.best || !chosen.ply.played) return <LiveRegion />;
  const { turn, ply } = chosen;
  const best = worth(turn.plies[0]!.best!, turn.player, study.scale);
  const played = worth(turn.plies.at(-1)!.played!, turn.player, study.scale);
  const reply = review.replyTo(chosen);
  const lost = turn.loss !== undefined && turn.loss > 0;
  return (
    <LiveRegion class="why card">
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
      {review.canTry && (
        <p>
          <Unbroken text={studyText("why.better", { move: ply.best!.line.slice(0, 5).join(" ") })} />
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
      <div class="sides" role="group" aria-label={studyText("review.sides")}>
        {SIDES.filter((each) => each !== "better" || review.canTry).map((each) => (
          <button
            key={each}
            class="btn"
            type="button"
            aria-pressed={side === each}
            onClick={() => review.choose(chosen, each)}
          >
            {studyText(`review.${each}`)}
          </button>
        ))}
      </div>
    </LiveRegion>
  );
}

const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder", "forced"] as const;

function Numbers({ review }: { review: GameReview }) {
  const { study, told } = review;
  const unit = (amount: number) => {
    const text = number(amount, { maximumFractionDigits: 1 });
    return study.scale.score === "chance" ? studyText("percent", { amount: text }) : text;
  };
  const players = told?.players ?? [];
  return (
    <Dialog title={studyText("numbers")} onClose={() => overlay.show(undefined)}>
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
              <th scope="row">{studyText(`grade.${grade}`)}</th>
              {players.map(({ player, grades }) => (
                <td key={player} class="num">
                  {number(grades[grade] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{studyText("numbers.loss")}</th>
            {players.map(({ player, mean_loss: loss }) => (
              <td key={player} class="num">
                {loss === null ? "–" : unit(loss)}
              </td>
            ))}
          </tr>
          {players.some(({ luck }) => luck !== undefined) && (
            <tr>
              <th scope="row">{studyText("numbers.luck")}</th>
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

/* To the turning point before or after. */
function Neighbour({ review, by }: { review: GameReview; by: 1 | -1 }) {
  const judged = review.neighbour(by);
  return (
    <button
      class="btn"
      type="button"
      aria-disabled={judged ? undefined : "true"}
      onClick={() => judged && review.choose(judged)}
    >
      {studyText(by < 0 ? "review.previous" : "review.next")}
    </button>
  );
}

/* Keys of the engine and the explorer, which are off. */
const OFF = Object.fromEntries([..."etx12345"].map((key) => [key, undefined]));

function keysOf(review: GameReview) {
  const { study } = review;
  /* While a move is looked for the game stays where it is; an answer on the board can be stepped through. */
  const step = (by: 1 | -1) => (review.retry && !study.preview) || study.step(by);
  return { ...OFF, "[": () => step(-1), "]": () => step(1), g: () => review.retry || review.next() };
}

/* How far the review is, and what to do about it. */
function Progress({ review }: { review: GameReview }) {
  const { isRunning, isComplete, failed, judged, plies } = review;
  const counts = { move: judged, moves: plies };
  if (isRunning)
    return (
      <p class="num">
        {studyText("review.going", counts)}
        <button class="btn btn--quiet" type="button" onClick={() => review.stop()}>
          {studyText("review.stop")}
        </button>
      </p>
    );
  return (
    <p class="num">
      {!isComplete && studyText(failed ? "engine.failed" : "review.part", counts)}
      <button
        class="btn btn--quiet"
        type="button"
        aria-haspopup={isComplete ? "dialog" : undefined}
        onClick={() => (isComplete ? overlay.show("numbers") : review.resume())}
      >
        {studyText(isComplete ? "numbers" : failed ? "engine.again" : "review.go-on")}
      </button>
    </p>
  );
}

function Acts({ review }: { review: GameReview }) {
  return (
    <div class="go3">
      <button
        class="btn btn--go"
        type="button"
        aria-disabled={review.canTry ? undefined : "true"}
        onClick={() => review.tryAgain()}
      >
        {studyText("retry")}
      </button>
      <Neighbour review={review} by={-1} />
      <Neighbour review={review} by={1} />
      <Link class="btn" href="/study" onFollow={() => opening.open(review.ply)}>
        {studyText("title")}
      </Link>
    </div>
  );
}

function Heading({ review }: { review: GameReview }) {
  const { study, end, you } = review;
  return <h2>{end.end === "open" ? studyText("review") : resultWords(study, end, you)}</h2>;
}

export function ReviewDesk({ review }: { review: GameReview }) {
  const { study } = review;
  useKeys(
    study,
    useMemo(() => keysOf(review), [review]),
  );
  const title = titleOf(study.id);
  useTitle(studyText("review"), title);
  return (
    <div class="studypage">
      <Bar title={title} detail={studyText("review")}>
        <div class="tools">
          <RulesLink game={study.id} />
        </div>
      </Bar>
      <main id="main" class="study review" tabIndex={-1}>
        <Stage study={study} />
        <div class="panel">
          {review.retry ? (
            <RetryPanel retry={review.retry} />
          ) : (
            <>
              <section class="card" aria-label={studyText("review.graph")}>
                <div class="cardhead">
                  <Heading review={review} />
                  <Progress review={review} />
                </div>
                <Graph review={review} />
              </section>
              <Turning review={review} />
              <Why review={review} />
              <NoteMessage study={study} />
              <Tree study={study} />
              <Acts review={review} />
            </>
          )}
        </div>
      </main>
      <SpokenAnswer study={study} />
      {overlay.open === "numbers" ? <Numbers review={review} /> : <StudyDialogs study={study} />}
    </div>
  );
}
