/** What of the settings the jobs of a test get. */
export const testSettings = { timeZone: 'Asia/Amman', publicUrl: 'https://nadi.example' };
