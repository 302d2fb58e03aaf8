/** /privacy */
export { Privacy as default } from '@/features/about/privacy';
