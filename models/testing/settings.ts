/** Settings of jobs under test. */
export const testSettings = { timeZone: 'Asia/Amman', publicUrl: 'https://nadi.example' };
