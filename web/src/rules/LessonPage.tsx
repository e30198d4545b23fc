export function LessonPage({ game }: { game: string }) {
  return <main id="main">{game}</main>;
}
