export function SetupPage({ game }: { game: string }) {
  return <main id="main">{game}</main>;
}
