import { Terms } from '@/features/about/terms';

/** /terms */
export default function TermsPage() {
  return <Terms />;
}
