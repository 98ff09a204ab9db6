export default function Page() {
  return <p>An app with an agent.</p>;
}
