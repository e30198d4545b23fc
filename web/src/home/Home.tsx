export function Home() {
  return <main id="main" />;
}
