import type { SocietyText } from '../kinds.js';

export const political: readonly SocietyText[] = [
  {
    key: 'mun',
    name: 'Model United Nations',
    category: 'Political',
    description: 'Speak for a country that is not yours. Position papers, long nights, and compromises you did not expect from yourself.',
    tags: ['mun', 'diplomacy', 'public speaking'],
    question: 'Which committee interests you, and have you spoken in public before?',
    asks: true,
    whoCanPost: 'moderators',
    size: 136,
    pace: 0.6,
    arabic: 0.22,
    topics: [
      ['water sharing', 'تقاسم المياه'],
      ['food prices', 'أسعار الغذاء'],
      ['small arms', 'الأسلحة الخفيفة'],
      ['refugee education', 'تعليم اللاجئين'],
      ['climate debt', 'ديون المناخ'],
      ['rescue at sea', 'الإنقاذ في البحر'],
    ],
    places: [
      ['the senate hall', 'قاعة المجلس'],
      ['room 5.01', 'قاعة 5.01'],
      ['the faculty club', 'نادي الكلية'],
    ],
    en: {
      ask: [
        'Which country would you least like to speak for on {topic}? Answer here; the [first|bravest] answer may get it on {day}.',
        'Two committees or three this year? Three means [more seats|more chairs to train], two means [better debates|that we sleep].',
      ],
      invite: ['Training session on {day}, {time}, {place}: {topic}. Bring a [jacket|pen that works] and an opinion you can drop.'],
      recap: [
        'The resolution on {topic} passed on {past} with [eleven|fourteen] votes, after [Norway|Ghana|Brazil] and [Japan|Chile|Oman] had not spoken for an hour. Delegate {friend} carried paper between them.',
      ],
      share: ['Guide to {topic}: [two|three] pages, with the phrases that make chairs smile. At the desk in {place}.'],
      need: ['We need [two chairs|a timekeeper|three pages who can run] for {day}. You see everything and sign nothing.'],
    },
    ar: {
      ask: ['أي دولة تتمنون ألا تمثلوها في موضوع {topic}؟ [أول|أشجع] جواب قد يحصل عليها يوم {day}.'],
      invite: ['تدريب يوم {day} الساعة {time} في {place} عن {topic}. القلم ضروري، والرأي قابل للتغيير.'],
      recap: [
        'أُقر القرار عن {topic} يوم {past} بـ[أحد عشر|أربعة عشر] صوتًا، بعد ساعة من المراسلات بين [النرويج وعُمان|غانا واليابان]. أحسنتم.',
      ],
      share: ['دليل قصير عن {topic} في [صفحتين|ثلاث]، بالعربية هذه المرة. عند باب {place}.'],
      need: ['نحتاج [رئيسي جلسة|ضابط وقت|ثلاثة سعاة] ليوم {day}. ترى كل شيء ولا توقّع على شيء.'],
    },
    events: [
      ['Mini Conference: Water', 'Conference', 'One day, two committees, one resolution. First-time delegates get a partner.'],
      ['Speak in Ninety Seconds', 'Training', 'Stand up, say one thing, sit down. Again. By the end you will want a microphone.'],
      ['محاكاة الجمعية العامة بالعربية', 'Conference', 'جلسة كاملة بالعربية الفصيحة، والترجمة ممنوعة.'],
      ['Evening with a Diplomat', 'Seminar', 'Thirty years of service, one hour of stories, questions without limits.'],
      ['Crisis Night', 'Competition', 'News every ten minutes, and nobody knows what comes next. Not even the chairs.'],
    ],
  },
  {
    key: 'parliament',
    name: 'برلمان الطلبة',
    category: 'Political',
    description: 'نتابع مجلس الطلبة وقراراته، ونشرح اللوائح، ونوصل الأسئلة إلى أصحابها مكتوبة وبأدب.',
    tags: ['مجلس الطلبة', 'لوائح', 'حوار'],
    size: 190,
    pace: 0.7,
    arabic: 0.76,
    topics: [
      ['printing prices', 'أسعار الطباعة'],
      ['library hours', 'ساعات المكتبة'],
      ['parking', 'المواقف'],
      ['the student elections', 'انتخابات الطلبة'],
      ['tuition by instalments', 'تقسيط الرسوم'],
      ['ramps for wheelchairs', 'منحدرات الكراسي المتحركة'],
    ],
    places: [
      ['the council room', 'قاعة المجلس'],
      ['the council office', 'مكتب المجلس'],
      ['amphitheatre 2', 'مدرج 2'],
    ],
    en: {
      ask: ['Should we put {topic} or [bus shelters|exam clashes] first on the list for {day}? One vote each, in the comments.'],
      invite: [
        'Open council on {day} at {time}, {place}. Item one is {topic}; you get [two|three] minutes each, and somebody writes it all down.',
      ],
      recap: [
        'Answered in writing on {past}: our question about {topic}. Short version: [yes, from next semester|not this year|they will try it for two months].',
      ],
      share: [
        'The regulation about {topic}, in [one page|ten lines] that a first-year can read. The original is linked below each line in {place}.',
      ],
      need: ['We need [three|five] people to count [cars|empty seats|ramps] on {day} around {time}. Numbers convince.'],
    },
    ar: {
      ask: [
        'نبدأ قائمة {day} بـ{topic} أم بـ[مظلات الباصات|تضارب الامتحانات|مقاعد الساحة]؟ صوت لكل واحد في التعليقات.',
        'من منكم تأثر بـ{topic} هذا الفصل؟ نجمع [حالات|أمثلة] مكتوبة قبل لقاء [العميد|المجلس] يوم {day}.',
      ],
      invite: [
        'مجلس مفتوح يوم {day} الساعة {time} في {place}. البند الأول {topic}، ولكل متحدث [دقيقتان|ثلاث دقائق].',
        'نقاش هادئ عن {topic} يوم {day}، {time}، {place}. الاختلاف مرحب به، ورفع الصوت لا.',
      ],
      recap: ['وصل الرد المكتوب يوم {past} عن {topic}: [نعم ابتداءً من الفصل القادم|ليس هذا العام|تجربة لشهرين]. النص كامل في {place}.'],
      share: ['لخصت لائحة {topic} في [عشرة أسطر|صفحة واحدة] يفهمها طالب سنة أولى. التصحيح مرحب به.'],
      need: ['نحتاج [ثلاثة|خمسة] متطوعين لعدّ [السيارات|المقاعد الفارغة|المنحدرات] يوم {day} الساعة {time}. الأرقام تقنع.'],
    },
    events: [
      ['مجلس مفتوح: ساعات المكتبة', 'Meeting', 'نسمع من الطلبة ومن الأمين العام للمكتبة، ونخرج بطلب مكتوب.'],
      ['كيف تقرأ لائحة؟', 'Workshop', 'نقرأ معًا ثلاث مواد ونكتبها من جديد بلغة بسيطة.'],
      ['مناظرة المرشحين', 'Panel Discussion', 'خمسة مرشحين، دقيقة لكل جواب، وأسئلة من القاعة فقط.'],
      [
        'Ramps and Doors: A Walk',
        'Meetup',
        'We walk the campus with two students who use wheelchairs, and write down every step in the way.',
      ],
      ['Ask the Dean', 'Panel Discussion', 'Ninety minutes, questions drawn from a box. Names optional.'],
    ],
  },
];
