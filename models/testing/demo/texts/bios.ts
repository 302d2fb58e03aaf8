import type { Pair } from '../kinds.js';

/** `{faculty}` and `{year}` are filled in. */
export const bios: readonly Pair[] = [
  ['{faculty}, {year}. Tea over coffee.', '{faculty}، {year}. الشاي قبل القهوة.'],
  ['{year} in {faculty}. I take the long way home.', '{year} في {faculty}. أختار الطريق الأطول إلى البيت.'],
  ['{faculty}. Usually in the library, second floor, by the window.', '{faculty}. غالبًا في المكتبة، الطابق الثاني، بجانب الشباك.'],
  ['Studying {faculty}, learning patience from my younger brothers.', 'أدرس {faculty}، وأتعلم الصبر من إخوتي الصغار.'],
  ['{faculty}, {year}. Ask me about bus routes.', '{faculty}، {year}. اسألوني عن خطوط الباصات.'],
  ['From Irbid, in Amman for {faculty}.', 'من إربد، وفي عمّان من أجل {faculty}.'],
  ['From Karak. {faculty}. Homesick on Thursdays.', 'من الكرك. {faculty}. يشدني الحنين كل خميس.'],
  ['{year}, {faculty}. Trying one new society each semester.', '{year}، {faculty}. أجرّب ناديًا جديدًا كل فصل.'],
  ['{faculty}. I bring the maamoul.', '{faculty}. المعمول عليّ.'],
  ['{faculty} by day, oud in the evening.', '{faculty} في النهار، وعود في المساء.'],
  ['Slow runner, fast reader. {faculty}.', 'جري بطيء وقراءة سريعة. {faculty}.'],
  ['{faculty}, {year}. Happy to share notes.', '{faculty}، {year}. ملخصاتي لمن يحتاجها.'],
];

export const faculties: readonly Pair[] = [
  ['Computer Engineering', 'هندسة الحاسوب'],
  ['Civil Engineering', 'الهندسة المدنية'],
  ['Pharmacy', 'الصيدلة'],
  ['Medicine', 'الطب'],
  ['Nursing', 'التمريض'],
  ['Law', 'الحقوق'],
  ['English Literature', 'الأدب الإنجليزي'],
  ['Arabic Literature', 'الأدب العربي'],
  ['Business', 'إدارة الأعمال'],
  ['Accounting', 'المحاسبة'],
  ['Architecture', 'العمارة'],
  ['Physics', 'الفيزياء'],
  ['Biology', 'الأحياء'],
  ['Mathematics', 'الرياضيات'],
  ['Agriculture', 'الزراعة'],
  ['Graphic Design', 'التصميم الجرافيكي'],
  ['Economics', 'الاقتصاد'],
  ['Education', 'التربية'],
];

export const years: readonly Pair[] = [
  ['first year', 'سنة أولى'],
  ['second year', 'سنة ثانية'],
  ['third year', 'سنة ثالثة'],
  ['fourth year', 'سنة رابعة'],
];
