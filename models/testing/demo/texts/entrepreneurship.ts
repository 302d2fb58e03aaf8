import type { SocietyText } from '../kinds.js';

export const entrepreneurship: readonly SocietyText[] = [
  {
    key: 'founders',
    name: 'Founders Majlis',
    category: 'Entrepreneurship',
    description: 'Bring an idea, leave with a first customer. Weekly office hours with people who did it.',
    tags: ['start-ups', 'pitching', 'customers'],
    size: 251,
    pace: 0.9,
    arabic: 0.3,
    topics: [
      ['first customers', 'أول الزبائن'],
      ['pricing', 'التسعير'],
      ['registering a company', 'تسجيل شركة'],
      ['pitch decks', 'عروض المستثمرين'],
      ['splitting shares with friends', 'تقسيم الحصص بين الأصدقاء'],
      ['failing politely', 'الفشل بأدب'],
    ],
    places: [
      ['the majlis', 'المجلس'],
      ['Business Hall 2', 'قاعة الأعمال 2'],
      ['the park café', 'مقهى الحديقة'],
    ],
    en: {
      ask: [
        'Would you pay [two|three|five] dinars a month for [somebody who queues for you|lunch from a real kitchen, delivered to class|used lab coats, washed]? Be honest, my mother already said yes.',
        'How did you split shares? We are [three|two and a half|four], one codes, one sells, one had the idea in [a taxi|the shower], and nobody wants to say a number first.',
      ],
      invite: [
        'Office hours on {day} from {time} in {place} with somebody who [sold her company|closed two companies|sells dates to Japan]. [Fifteen|Twenty] minutes each, bring one question, not ten slides.',
      ],
      recap: [
        '[Seven|Nine|Five] pitches on {past}, [two|three] of them under the time. {friend} sold [four|six] boxes during the break, which is more than the winner.',
      ],
      share: [
        'What [registering a company|my first stall|a very small website] cost me, line by line: [180|240|95] dinars and [six|nine] visits. The list with the right order of offices hangs in {place}.',
      ],
      need: [
        'Looking for [a designer|somebody who understands accounts|a co-founder who answers] for [a tiny bakery map|refill shampoo on campus|a parking idea]. Meet me in {place}, {day}, {time}.',
      ],
    },
    ar: {
      ask: [
        'بتدفعوا [دينارين|ثلاثة|خمسة] بالشهر على [توصيل غداء بيتي|تأجير روب مختبر نضيف|حدا يوقف بالدور عنكم]؟ بصراحة، لأنه أمي حكت آه.',
      ],
      invite: ['ساعات مكتبية يوم {day} من الساعة {time} في {place} مع [صاحبة شركة ناجحة|صاحب شركتين مغلقتين]. سؤال واحد يكفي، بلا شرائح.'],
      recap: ['[سبعة|خمسة] عروض يوم {past}، و{friend} باع [أربعة|ستة] صناديق بالاستراحة، أكثر من الفائز.'],
      share: ['كتبت كم كلّفني [تسجيل الشركة|أول معرض|موقع صغير] دينارًا دينارًا، وبأي ترتيب تزورون الدوائر. معلقة في {place}.'],
      need: [
        'ندوّر على [مصممة|محاسب صبور|شريك بيرد على التلفون] لفكرة [خريطة المخابز|شامبو بالتعبئة]. لقاؤنا {day} الساعة {time} في {place}.',
      ],
    },
    events: [
      ['Pitch in Five: First Customers', 'Webinar', 'Five minutes, no slides about the market size. Only: who bought, and why.'],
      ['Office Hours with an Exporter', 'Networking', 'She sells Medjool dates to eleven countries. Fifteen minutes each, first come.'],
      ['سجّل شركتك بلا دوخة', 'Workshop', 'من الاسم إلى رخصة المهن، مع موظف من مراقبة الشركات.'],
      ['Failure Evening', 'Social', 'Four founders tell what went wrong. Laughing is allowed, pity is not.'],
      ['التسعير لمن لا يحب الأرقام', 'Seminar', 'كم يكلفك المنتج فعلًا، وكم يدفع الناس فعلًا، وماذا بينهما.'],
    ],
  },
  {
    key: 'seed',
    name: 'Seed Circle',
    category: 'Entrepreneurship',
    description: 'Twelve teams before their first investment, by invitation. Numbers on the table, advice without applause.',
    tags: ['investment', 'teams', 'invitation only'],
    visibility: 'invite-only',
    asks: true,
    size: 36,
    pace: 0.4,
    arabic: 0.26,
    topics: [
      ['runway', 'مدة الصمود المالي'],
      ['term sheets', 'شروط الاستثمار'],
      ['cohort reviews', 'مراجعات الفرق'],
      ['monthly numbers', 'أرقام الشهر'],
      ['hiring the first person', 'توظيف أول شخص'],
      ['saying no to money', 'رفض المال'],
    ],
    places: [
      ['the round table', 'الطاولة المستديرة'],
      ['the incubator', 'الحاضنة'],
      ['the upstairs room', 'الغرفة العلوية'],
    ],
    en: {
      ask: [
        'Would you take [fifteen|twenty] thousand for [eight|twelve] percent now, or wait for the numbers to look better in [March|spring]?',
        'Who has hired already: was the first person a [friend|stranger], and would you do it again?',
      ],
      invite: ['Closed review on {day}, {time}, {place}. [Ten|Twelve] minutes a team, numbers first, story later.'],
      recap: [
        'After {past}: [three|four] teams dropped a feature, one dropped the idea, all slept better. {friend} has a paying [hospital|school|hotel].',
      ],
      share: ['Our [runway|monthly numbers|hiring plan] as a bare table, without colours. Use it, change it, and tell me what is missing.'],
      need: [
        'Need an introduction to [a clinic in Zarqa|somebody at the municipality|a date farm in Ghor]. I return the favour, on {day} if you like.',
      ],
    },
    ar: {
      ask: ['تاخذوا [خمسة عشر|عشرين] ألفًا مقابل [ثمانية|اثني عشر] بالمئة هلأ، ولا نستنى لحد ما الأرقام تتحسن؟'],
      invite: ['مراجعة مغلقة يوم {day} الساعة {time} في {place}. الأرقام أولًا والقصة بعدين.'],
      recap: ['بعد لقاء {past}: [ثلاث|أربع] فرق حذفت ميزة، وفريق حذف الفكرة، والكل نام أحسن.'],
      share: ['جدول [أرقام الشهر|المصاريف|خطة التوظيف] بلا ألوان ولا تجميل. استعملوه واحكوا لي شو ناقص.'],
      need: ['بدي حدا يعرّفني على [عيادة في الزرقاء|موظف بالبلدية|مزرعة تمر بالغور] قبل {day}.'],
    },
    events: [
      ['Cohort Review', 'Presentation', 'Twelve minutes a team. Numbers first.'],
      ['Dinner with Two Investors', 'Networking', 'Off the record, around one table.'],
      ['قراءة عقد استثمار', 'Workshop', 'بندًا بندًا مع محامية، وبأسئلة لا نخجل منها.'],
      ['Hiring Number One', 'Seminar', 'Contracts, probation, social security, and the talk you do not want to have.'],
      ['أرقام الشهر', 'Meeting', 'كل فريق ثلاثة أرقام: دخل، وخرج، وبقي.'],
    ],
  },
];
