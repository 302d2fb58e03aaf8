import { About } from '@/features/about/about';

/** /about */
export default function AboutPage() {
  return (
    <div className="page">
      <About />
    </div>
  );
}
