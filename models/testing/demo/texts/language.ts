import type { SocietyText } from '../kinds.js';

export const language: readonly SocietyText[] = [
  {
    key: 'debate',
    name: 'Debate Club',
    category: 'Language & Culture',
    description: 'Arabic on Sundays, English on Tuesdays. Change your mind in public, at least once a week.',
    tags: ['debate', 'public speaking', 'arabic', 'english'],
    rules: 'Attack arguments, not people. Seven minutes are seven minutes.',
    size: 173,
    pace: 1,
    arabic: 0.4,
    topics: [
      ['rebuttals', 'الردود'],
      ['opening speeches', 'الخطاب الافتتاحي'],
      ['motions about campus life', 'قضايا الحياة الجامعية'],
      ['judging fairly', 'التحكيم العادل'],
      ['stage fright', 'رهبة المنصة'],
      ['the national round', 'الجولة الوطنية'],
    ],
    places: [
      ['Library room 3.12', 'المكتبة، قاعة 3.12'],
      ['the arts theatre', 'مسرح الآداب'],
      ['the open theatre', 'المسرح المفتوح'],
    ],
    en: {
      ask: [
        'Motion for {day}: "This house would [cap lectures at fifty minutes|ban phones in the library|make attendance optional|pay students for good notes]." Which side do you want, before you know which side is [easier|yours]?',
        'How do you answer a [statistic you cannot check|very good joke|personal story] in rebuttal? On {past} I had [twenty seconds|nothing] and said ["interesting"|"however"].',
      ],
      invite: [
        "{day} at {time}, {place}: [open floor|beginners' night|the return match against Law]. We still need [two|one|three] for the opposition bench; we prepare together an hour before.",
      ],
      recap: [
        'The house [rejected|carried] the motion on {past}, [14 to 11|23 to 9|17 to 16]. {friend} spoke against their own opinion and won. That is the club in one sentence.',
      ],
      share: ['My sheet on {topic}: [four|five] moves, one example each, all from our own recordings. It lies in {place}.'],
      need: [
        'A judge has cancelled for {day}, {time}. Have you spoken [three|five] times or more? Then you can judge; we lend you the [form|bell].',
      ],
    },
    ar: {
      ask: [
        'قضية {day}: «يرى هذا المجلس [ألا تتجاوز المحاضرة خمسين دقيقة|منع الهواتف في المكتبة|أن يكون الحضور اختياريًا]». أي صف تختارون قبل أن تعرفوا [رأيكم|الأسهل]؟',
      ],
      invite: [
        'مناظرة مفتوحة يوم {day} الساعة {time} في {place}. ينقصنا [متحدثان|متحدث واحد] في صف المعارضة، والمبتدئون على الرحب والسعة.',
      ],
      recap: ['[رُفضت|أُقرّت] قضية {past} بنتيجة [14 إلى 11|17 إلى 16]. تحدث {friend} ضد رأيه وفاز، وهذا هو النادي باختصار.'],
      share: ['كتبت ورقة عن {topic} فيها [أربع|خمس] حركات مع أمثلة من تسجيلاتنا. موجودة في {place}.'],
      need: ['اعتذر المحكّم عن {day} الساعة {time}. من تحدث [ثلاث|خمس] مرات فأكثر يستطيع التحكيم، والنموذج عندنا.'],
    },
    events: [
      ['Open Debate: 50-Minute Lectures', 'Panel Discussion', 'Four speakers, one motion, and the audience crosses the floor at the end.'],
      ['مناظرة مفتوحة: الهاتف في المكتبة', 'Panel Discussion', 'صفّان وقضية واحدة، والجمهور يغيّر مكانه إذا غيّر رأيه.'],
      ["Beginners' Night", 'Training', 'Your first seven minutes, among people who all remember theirs.'],
      ['الجولة الوطنية: تصفيات الجامعة', 'Competition', 'ستة عشر فريقًا، ثلاث جولات، ولجنة من ثلاث جامعات.'],
      ['How to Judge', 'Workshop', 'Listen, weigh, explain. For everybody who has complained about a result.'],
    ],
  },
  {
    key: 'books',
    name: 'نادي الكتاب',
    category: 'Language & Culture',
    description: 'كتاب كل ثلاثة أسابيع، بالعربية غالبًا. من لم يكمله يأتي أيضًا، وله الشاي نفسه.',
    tags: ['قراءة', 'روايات', 'نقاش'],
    size: 158,
    pace: 0.7,
    arabic: 0.8,
    topics: [
      ['the novel of the month', 'رواية الشهر'],
      ['short stories', 'القصص القصيرة'],
      ['Mahmoud Darwish', 'محمود درويش'],
      ['translations', 'الترجمات'],
      ['Ghassan Kanafani', 'غسان كنفاني'],
      ['endings', 'النهايات'],
    ],
    places: [
      ['the reading corner', 'ركن القراءة'],
      ['the café in Weibdeh', 'مقهى اللويبدة'],
      ['the bookshop downtown', 'مكتبة وسط البلد'],
    ],
    en: {
      ask: [
        'Did [the ending|the second narrator|the letter in chapter six] convince you? I closed the book on {past} and have been arguing with it since.',
      ],
      invite: ['We talk about {topic} on {day}, {time}, in {place}. Unfinished is fine; spoilers are not our fault.'],
      recap: [
        '[Twelve|Fifteen] readers, [one|two] copies of the book, and a real quarrel about {topic} on {past}. {friend} read a page aloud, and everybody was quiet.',
      ],
      share: [
        'Second-hand copies for next time: [four|six] at [the kiosk by Hashem|the basement in Weibdeh], [one dinar|a dinar and a half] each. I left them with my name.',
      ],
      need: [
        "Can somebody lend me [the novel of the month|Kanafani's stories|the second Darwish volume] until {day}? The library has one copy, and it is with [a professor|somebody slow].",
      ],
    },
    ar: {
      ask: [
        'هل أقنعتكم [النهاية|شخصية الأب|الرسالة في الفصل السادس]؟ أغلقت الكتاب يوم {past} وما زلت أجادله.',
        'ماذا نقرأ بعد هذا: [رواية أردنية|مجموعة قصصية|سيرة] أم {topic}؟ التصويت هنا حتى {day}.',
      ],
      invite: [
        'نقاش {topic} يوم {day} الساعة {time} في {place}. من لم يكمل القراءة مرحب به، ومن لم يبدأ أيضًا.',
        'ساعة قراءة صامتة يوم {day}، {time}، {place}. نقرأ معًا ولا نتكلم، ثم [شاي|قهوة].',
      ],
      recap: ['[اثنا عشر|خمسة عشر] قارئًا واختلاف جميل حول {topic} يوم {past}. قرأت {sister} صفحة بصوت عالٍ فسكت الجميع.'],
      share: ['وجدت نسخًا مستعملة عند [كشك هاشم|قبو اللويبدة]: [دينار|دينار ونصف] للكتاب، وحجزت [أربعًا|ستًا] باسم النادي.'],
      need: ['من يعيرني [رواية الشهر|قصص كنفاني|ديوان درويش] حتى {day}؟ نسخة المكتبة الوحيدة عند [أستاذ|قارئ على مهله].'],
    },
    events: [
      ['نقاش رواية الشهر', 'Meetup', 'نبدأ بجملة واحدة أحبها كل قارئ، ثم نختلف بأدب.'],
      ['أمسية مع كاتبة من إربد', 'Seminar', 'قراءات من مجموعتها الجديدة، وحوار، وتوقيع.'],
      ['سوق الكتب المستعملة', 'Fundraiser', 'كتاب بدينار. ما يبقى يذهب إلى مدارس الهاشمي.'],
      ['Two Languages, One Poem', 'Workshop', 'We translate twelve lines of Darwish together and compare what was lost.'],
      ['ليلة القصة القصيرة', 'Cultural', 'قصص من صفحة واحدة يكتبها الأعضاء ويقرؤها غيرهم.'],
    ],
  },
];
