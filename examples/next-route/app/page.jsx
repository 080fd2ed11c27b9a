export default function Page() {
  return <p>POST /api/code answers with the next code that is mailed.</p>;
}
