export function PlayPage() {
  return <main id="main" />;
}
