/** The home page. */
export default function HomePage() {
  return <div className="page" />;
}
