/** A sentence in which no line ends within a move. */
export function Unbroken({ text }: { text: string }) {
  return (
    <>{text.split(/(\S+-\S+)/).map((part, index) => (index % 2 === 0 ? part : <span class="nobr">{part}</span>))}</>
  );
}
