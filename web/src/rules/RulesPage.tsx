/* The rules of a game: its RULES.md with live diagrams, and the rulings as cards. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { gameFacts, readDiagrams } from "../core/table";
import { t } from "../i18n/texts";
import { hasProblems } from "../app/problems";
import { Bar } from "../ui/Bar";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { Loading } from "../ui/later";
import { titleOf } from "../ui/titles";
import { useScope } from "../ui/useScope";
import { useTitle } from "../ui/useTitle";
import { Blocks, Words } from "./Blocks";
import { DiagramFigure } from "./DiagramFigure";
import { canLearn, learningOf, needLearning, type Learning } from "./learning";
import { type Block, type Inline, parsePage, passages, plain, type Section, titled } from "./markdown";
import { NoSuchGame } from "../ui/NoSuchGame";
import "../styles/rules.css";

const anchor = (number: number): string => `section-${number}`;

/* More than these are in rows under the text instead of beside it. */
const BESIDE = 1;

/** The number of the section that is being read: the last whose heading has passed the upper third. */
function useReading(count: number): number {
  const [reading, setReading] = useState(1);
  useScope(
    (scope) => {
      const look = () => {
        let number = 1;
        for (let next = 2; next <= count; next++) {
          const section = document.getElementById(anchor(next));
          if (section && section.getBoundingClientRect().top < innerHeight / 3) number = next;
        }
        const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
        setReading(end && scrollY > 0 ? count : number);
      };
      look();
      scope.listen(window, "scroll", look, { passive: true });
    },
    [count],
  );
  return reading;
}

function Contents({ sections }: { sections: Section[] }) {
  const reading = useReading(sections.length);
  const list = useRef<HTMLOListElement>(null);
  /* On a phone the contents are a strip; the section that is read stays visible there. */
  useEffect(() => {
    const strip = list.current!;
    const link = strip.querySelector<HTMLElement>("[aria-current]");
    if (link && strip.scrollWidth > strip.clientWidth)
      strip.scrollLeft = link.offsetLeft - strip.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
  }, [reading]);
  return (
    <nav class="toc" aria-label={t("rules.contents")}>
      <ol ref={list}>
        {sections.map((section, index) => (
          <li key={index}>
            <a href={`#${anchor(index + 1)}`} aria-current={reading === index + 1 ? "true" : undefined}>
              {plain(section.title)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Ruling({ item }: { item: Inline[] }) {
  const { title, runsOn, rest } = titled(item);
  if (!runsOn)
    return (
      <li class="card">
        <h3>
          <span>
            <Words content={title} />
          </span>
        </h3>
        <p>
          <Words content={rest} />
        </p>
      </li>
    );
  return (
    <li class="card">
      <p class="runs-on">
        <b>
          <Words content={title} />
        </b>
        <Words content={rest} />
      </p>
    </li>
  );
}

function Rulings({ items }: { items: Inline[][] }) {
  return (
    <ol class="rulings">
      {items.map((item, number) => (
        <Ruling key={number} item={item} />
      ))}
    </ol>
  );
}

interface PartProps {
  number: number;
  section: Section;
  rulings: boolean;
  figure: (name: string) => JSX.Element | undefined;
}

function Said({ blocks, rulings }: { blocks: Block[]; rulings: boolean }) {
  return (
    <>
      {blocks.map((block, index) =>
        rulings && block.kind === "list" && block.ordered ? (
          <Rulings key={index} items={block.items} />
        ) : (
          <Blocks key={index} blocks={[block]} />
        ),
      )}
    </>
  );
}

/* A passage has its diagrams beside it, or under it if they are many. */
function Part({ number, section, rulings, figure }: PartProps) {
  return (
    <section id={anchor(number)} aria-labelledby={`${anchor(number)}-title`}>
      <h2 id={`${anchor(number)}-title`}>
        <Words content={section.title} />
      </h2>
      {passages(section.blocks).map(({ said, shown }, index) => {
        const figures = shown.map(figure).filter((found) => found !== undefined);
        const beside = !rulings && figures.length > 0 && figures.length <= BESIDE;
        return (
          <div key={index} class={beside ? "passage passage--beside" : "passage"}>
            <div class={rulings ? "said said--rulings" : "said"}>
              <Said blocks={said} rulings={rulings} />
            </div>
            {figures.length > 0 && <div class="figures">{figures}</div>}
          </div>
        );
      })}
    </section>
  );
}

function Rules({ game, learning }: { game: string; learning: Learning }) {
  const page = useMemo(() => parsePage(learning.rules), [learning]);
  const diagrams = useMemo(() => readDiagrams(game, learning.diagrams), [game, learning.diagrams]);
  const figure = (name: string) => {
    const diagram = diagrams.find((one) => one.name === name);
    const caption = learning.sentences[`diagram.${name}`] ?? "";
    return diagram && <DiagramFigure key={name} diagram={diagram} caption={caption} />;
  };
  return (
    <main id="main" class="rules" tabIndex={-1}>
      <Contents sections={page.sections} />
      <article class="prose">
        <header>
          <h1>{plain(page.title)}</h1>
          <Blocks blocks={page.intro} />
          <div class="acts">
            <Link class="btn btn--go" href={`/setup/${game}`}>
              {t("rules.play")}
            </Link>
            {learning.lesson !== "" && (
              <Link class="btn" href={`/learn/${game}`}>
                {t("rules.learn")}
              </Link>
            )}
            {hasProblems(game) && (
              <Link class="btn" href={`/problems/${game}`}>
                {t("home.problems")}
              </Link>
            )}
            <Link class="btn" href={`/editor/${game}`}>
              {t("rules.editor")}
            </Link>
          </div>
        </header>
        {page.sections.map((section, index) => (
          <Part
            key={index}
            number={index + 1}
            section={section}
            rulings={learning.rulings === index + 1}
            figure={figure}
          />
        ))}
      </article>
    </main>
  );
}

export function RulesPage({ game }: { game: string }) {
  useTitle(t("rules.title", { game: titleOf(game) }));
  if (!gameFacts(game)) return <NoSuchGame />;
  if (!canLearn()) return <Loading load={needLearning} onReady={() => {}} />;
  const learning = learningOf(game);
  if (!learning) return <NoSuchGame />;
  return (
    <div class="page rulespage">
      <Bar>
        <Languages />
      </Bar>
      <Rules game={game} learning={learning} />
    </div>
  );
}
