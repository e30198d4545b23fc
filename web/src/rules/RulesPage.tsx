/* The rules of a game: its RULES.md with live diagrams, and the rulings as cards. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { gameFacts, readDiagrams } from "../core/table";
import { t } from "../i18n/texts";
import { hasProblems } from "../app/problems";
import { Bar } from "../ui/Bar";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { Blocks, Words } from "./Blocks";
import { DiagramFigure } from "./DiagramFigure";
import { useLearning, type Learning } from "./learning";
import { type Block, type Inline, type Page, parsePage, passages, plain, type Section, titled } from "./markdown";
import { NoSuchGame } from "../ui/NoSuchGame";
import "../styles/rules.css";

const anchor = (number: number): string => `section-${number}`;

/* More than these stand in rows under the text instead of beside it. */
const BESIDE = 1;

/** The number of the section that is being read: the last one whose heading has passed the upper third. */
function useReading(count: number): number {
  const [reading, reads] = useState(1);
  useEffect(() => {
    const look = () => {
      let number = 1;
      for (let next = 2; next <= count; next++) {
        const section = document.getElementById(anchor(next));
        if (section && section.getBoundingClientRect().top < innerHeight / 3) number = next;
      }
      const end = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      reads(end && scrollY > 0 ? count : number);
    };
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [count]);
  return reading;
}

function Contents({ sections }: { sections: Section[] }) {
  const reading = useReading(sections.length);
  const list = useRef<HTMLOListElement>(null);
  /* On a phone the contents are a strip; what is read is kept in sight there. */
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

function Rules({ game, learning, page }: { game: string; learning: Learning; page: Page }) {
  const diagrams = useMemo(() => readDiagrams(game, learning.diagrams), [game, learning]);
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
  const learning = useLearning(game);
  useTitle(t("rules.title", { game: titleOf(game) }));
  if (learning === null || !gameFacts(game)) return <NoSuchGame />;
  return (
    <div class="page rulespage">
      <Bar>
        <Languages />
      </Bar>
      {learning ? (
        <Rules game={game} learning={learning} page={parsePage(learning.rules)} />
      ) : (
        <main id="main" class="rules" aria-busy="true" />
      )}
    </div>
  );
}
