import { formulaButton } from '@/components/formula-button';

/** Opens the explanation of the recommendations. */
export const HowButton = formulaButton(() => import('./how-dialog'), 'recommended-how');
