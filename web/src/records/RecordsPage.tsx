export function RecordsPage() {
  return <main id="main" />;
}
