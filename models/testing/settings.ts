/** Settings of jobs under test. Mails and pushes fail: a test that sends passes a mailer or pusher of its own. */
export const testSettings = {
  timeZone: 'Asia/Amman',
  publicUrl: 'https://nadi.example',
  mailer: {
    publicUrl: 'https://nadi.example',
    send: () => Promise.reject(new Error('This test has no mailer.')),
    discard: () => Promise.resolve(),
    discardBefore: () => Promise.resolve(0),
  },
  pusher: { send: () => Promise.reject(new Error('This test has no pusher.')) },
};
