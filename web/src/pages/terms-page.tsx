/** /terms */
export { Terms as default } from '@/features/about/terms';
