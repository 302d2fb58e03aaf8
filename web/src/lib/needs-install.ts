/** Safari's own mark of a page that was opened from the home screen. */
type WithStandalone = Navigator & { standalone?: boolean };

/** iPhones and iPads; the latter call themselves a Mac that has a touch screen. */
const isApplePhone = ({ userAgent, maxTouchPoints }: Navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/** Whether this device shows notifications of a site only if it was added to the home screen, and it was not. */
export const needsInstall = (): boolean => isApplePhone(navigator) && (navigator as WithStandalone).standalone !== true;
