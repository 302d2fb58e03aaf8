import { Privacy } from '@/features/about/privacy';

/** /privacy */
export default function PrivacyPage() {
  return <Privacy />;
}
