/* Blocks of Markdown as elements. */
import { Fragment } from "preact";
import type { Block, Inline } from "./markdown";

export function Words({ content }: { content: Inline[] }) {
  return (
    <>
      {content.map((part, index) => {
        if (typeof part === "string") return <Fragment key={index}>{part}</Fragment>;
        if (part.kind === "code")
          return (
            <code key={index} class="not">
              {part.text}
            </code>
          );
        const inner = <Words content={part.content} />;
        return part.kind === "strong" ? <b key={index}>{inner}</b> : <em key={index}>{inner}</em>;
      })}
    </>
  );
}

function Items({ items, ordered }: { items: Inline[][]; ordered: boolean }) {
  const List = ordered ? "ol" : "ul";
  return (
    <List class="items">
      {items.map((item, index) => (
        <li key={index}>
          <Words content={item} />
        </li>
      ))}
    </List>
  );
}

/* Wide tables scroll within themselves, also by keyboard. */
function Rows({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    <div class="tablebox" role="group" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) =>
              cell.length > 0 ? (
                <th key={index} scope="col">
                  <Words content={cell} />
                </th>
              ) : (
                <td key={index} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Words content={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Blocks({ blocks }: { blocks: Block[] }) {
  return (
    <>
      {blocks.map((block, index) => {
        switch (block.kind) {
          case "heading":
            return (
              <h3 key={index}>
                <Words content={block.content} />
              </h3>
            );
          case "paragraph":
            return (
              <p key={index}>
                <Words content={block.content} />
              </p>
            );
          case "list":
            return <Items key={index} {...block} />;
          case "table":
            return <Rows key={index} {...block} />;
          case "code":
            return (
              <pre key={index} class="drawn" tabIndex={0}>
                {block.text}
              </pre>
            );
          case "diagram":
            return null; /* the page shows it beside the text */
        }
      })}
    </>
  );
}
