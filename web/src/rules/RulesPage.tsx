export function RulesPage({ game }: { game: string }) {
  return <main id="main">{game}</main>;
}
