export function AboutPage() {
  return <main id="main" />;
}
