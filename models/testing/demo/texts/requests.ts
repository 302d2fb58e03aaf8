import type { Pair } from '../kinds.js';

/** Answers to a society's question to applicants. */
export const answers: readonly Pair[] = [
  [
    'I have wanted to learn more about {topic} since last year, and two friends of mine are members.',
    'منذ السنة الماضية وأنا أريد أن أتعلم عن {topic}، ولي صديقتان في النادي.',
  ],
  ['I can help on Sundays and Tuesdays after 2.', 'أستطيع المساعدة يومي الأحد والثلاثاء بعد الساعة 2.'],
  ['First year, no experience, a lot of time.', 'سنة أولى، بلا خبرة، ووقتي واسع.'],
  ['I was at your stand in the first week and liked how you work.', 'مررت بطاولتكم في الأسبوع الأول وأعجبني أسلوب عملكم.'],
  ['I did something similar at school in Salt and miss it.', 'كنت في فريق مشابه في مدرستي في السلط واشتقت له.'],
  ['Mostly for {topic}. I would also gladly carry boxes.', 'من أجل {topic} أولًا، وحمل الصناديق لا مانع عندي.'],
  [
    'My roommate does not stop talking about you, so I want to see for myself.',
    'زميلتي في السكن لا تتوقف عن الحديث عنكم، فأردت أن أرى بنفسي.',
  ],
  ['I came to two of your open meetings and would like to stay.', 'حضرت لقاءين مفتوحين عندكم وأحب أن أكمل.'],
  ['I am looking for people to practise with; alone I give up too early.', 'أبحث عن ناس أتدرب معهم، فوحدي أتوقف بسرعة.'],
  ['I moved from Aqaba this semester and know almost nobody here yet.', 'انتقلت من العقبة هذا الفصل ولا أعرف أحدًا تقريبًا بعد.'],
  ['I can design posters and small websites, if that helps.', 'أصمم الملصقات والمواقع الصغيرة إن كان ذلك مفيدًا.'],
  ['Honestly: to get out of the library a little.', 'بصراحة: لأخرج قليلًا من المكتبة.'],
];

/** Reasons of rejections; some have none. */
export const refusals: readonly Pair[] = [
  ['We are full this semester. Please ask again in February.', 'اكتمل العدد هذا الفصل. نرحب بالطلب من جديد في شباط.'],
  ['You missed both introductory meetings; the next one is in two weeks.', 'فاتك اللقاءان التعريفيان، والتالي بعد أسبوعين.'],
  [
    'This group is for students of the faculty. The open meetings are for everybody.',
    'هذه المجموعة لطلبة الكلية، أما اللقاءات المفتوحة فللجميع.',
  ],
  [
    'Please answer our question when you ask again, so that we know where to place you.',
    'نرجو الإجابة عن سؤالنا في الطلب القادم لنعرف أين نضعك.',
  ],
  ['', ''],
  ['', ''],
];
