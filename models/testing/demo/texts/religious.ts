import type { SocietyText } from '../kinds.js';

export const religious: readonly SocietyText[] = [
  {
    key: 'quran',
    name: 'حلقة القرآن',
    category: 'Religious',
    description: 'حفظ ومراجعة وتجويد بعد صلاة العصر، كل على قدر وقته. الحلقة خاصة لتبقى هادئة.',
    tags: ['تجويد', 'حفظ', 'مراجعة'],
    question: 'ما مقدار حفظك الحالي، وأي الأيام تناسبك؟',
    rules: 'الهاتف صامت. نصحح بلطف، ولا نقارن أحدًا بأحد.',
    visibility: 'private',
    asks: true,
    size: 154,
    pace: 0.6,
    arabic: 0.94,
    topics: [
      ['tajweed', 'التجويد'],
      ['Surat al-Kahf', 'سورة الكهف'],
      ['revision in pairs', 'المراجعة الثنائية'],
      ['the last ten days', 'العشر الأواخر'],
      ['the rules of noon', 'أحكام النون الساكنة'],
      ['steady habits', 'الثبات على الورد'],
    ],
    places: [
      ['the campus mosque', 'مسجد الجامعة'],
      ['the small prayer room', 'المصلى الصغير'],
      ['the mosque library', 'مكتبة المسجد'],
    ],
    en: {
      ask: ["Is there a recording of {past}'s lesson on {topic}? I missed it for an exam."],
      invite: ['English-speaking circle on {day} at {time} in {place}, for exchange students and whoever likes to explain.'],
      recap: ['[Six|Four|Nine] people finished their part on {past}. {friend} brought dates for everyone.'],
      share: ['A small timetable for {topic}: [ten|fifteen] minutes after each prayer. It fits on a bookmark.'],
      need: ['Looking for a revision partner for {topic}, [after asr|before the first lecture] on {day}s.'],
    },
    ar: {
      ask: [
        'هل سجّل أحد درس {past} عن {topic}؟ غبت بسبب [الامتحان|السفر|موعد] ولا أحب أن يفوتني.',
        'كيف تثبّتون [الوجه الجديد|المتشابهات|الجزء الأخير]؟ أحفظ اليوم وأنسى [بعد يومين|يوم الخميس].',
      ],
      invite: [
        'حلقة {topic} يوم {day} بعد [العصر|المغرب] في {place}. نصف ساعة قراءة، ونصف ساعة تصحيح.',
        'لقاء جديد للمبتدئين يوم {day} الساعة {time} في {place}. نبدأ من مخارج الحروف، بلا خجل.',
      ],
      recap: ['أتمّ يوم {past} [أربعة|ستة|ثلاثة] من إخواننا [جزء عمّ|سورة البقرة|خمسة أجزاء]. بارك الله فيهم، والتمر كان من {friend}.'],
      share: ['جدول صغير عن {topic}: [عشر|خمس عشرة] دقيقة بعد كل صلاة، بحجم فاصل كتاب. نسخ في {place}.'],
      need: ['أبحث عن رفيق مراجعة لـ{topic} [بعد الفجر|قبل المحاضرة الأولى] يوم {day}. الثبات أسهل مع رفيق.'],
    },
    events: [
      ['دورة التجويد الأولى', 'Training', 'ستة لقاءات من مخارج الحروف إلى أحكام المد. الكتاب هدية.'],
      ['أمسية تلاوات', 'Social', 'عشر تلاوات قصيرة من أعضاء الحلقة، ثم شاي وتمر.'],
      ['إفطار الإثنين', 'Social', 'للصائمين ومن يحب. كل واحد صحن، والماء علينا.'],
      ['مسابقة سورة الكهف', 'Competition', 'حفظًا وترتيلًا، مع لجنة من الكلية.'],
      ['Tajweed for English Speakers', 'Workshop', 'Letters that English does not have, with mirrors and patience.'],
    ],
  },
  {
    key: 'choir',
    name: 'Campus Choir of St. George',
    category: 'Religious',
    description: 'Hymns and carols in Arabic, Greek and English. We sing at services, hospitals, and once a year on the library steps.',
    tags: ['choir', 'hymns', 'carols'],
    size: 74,
    pace: 0.5,
    arabic: 0.4,
    topics: [
      ['the alto line', 'صوت الألتو'],
      ['Byzantine hymns', 'التراتيل البيزنطية'],
      ['the Christmas programme', 'برنامج الميلاد'],
      ['warming up the voice', 'تحمية الصوت'],
      ['the opening hymn', 'لحن الافتتاح'],
      ['reading notes', 'قراءة النوتة'],
    ],
    places: [
      ['the music room', 'غرفة الموسيقى'],
      ['the church in Sweifieh', 'كنيسة الصويفية'],
      ['the library hall', 'بهو المكتبة'],
    ],
    en: {
      ask: [
        'Do we breathe after ["nour"|"gloria"|the second line] or hold on until [the bar|the alto comes in]? On {past} half of us did each.',
        'Who has the [tenor sheets|blue folders|small keyboard]? {place} is empty, and so is my bag.',
      ],
      invite: ['Rehearsal on {day}, {time}, {place}: {topic} first, then the piece with the high A. New voices welcome, basses adored.'],
      recap: [
        "The [ward|children's floor|entrance hall] at the hospital was full on {past}. A nurse joined the altos for the last hymn, and {friend} has invited her to stay.",
      ],
      share: [
        'I recorded every voice of [the Trisagion|"Laylat al-Milad"|the opening hymn] separately, slowly. Listen on the bus, sing in your head.',
      ],
      need: ['Two [basses|tenors] have exams on {day}. Can anybody sing the line from the sheet, {time}, {place}?'],
    },
    ar: {
      ask: ['نتنفس بعد ["نور"|السطر الثاني] أو نكمل حتى يدخل الألتو؟ يوم {past} كل نصف عمل شيئًا.'],
      invite: ['تدريب يوم {day} الساعة {time} في {place}: {topic} ثم لحن الدخول. كل صوت جديد مرحب به، وخاصة الباص.'],
      recap: ['رتّلنا يوم {past} في المستشفى، وشاركتنا ممرضة في اللحن الأخير. شكرًا لـ{friend} على العزف.'],
      share: ['سجلت كل صوت من [ليلة الميلاد|اللحن الافتتاحي] وحده وببطء. اسمعوه في الباص.'],
      need: ['ينقصنا [تينور|صوتان] يوم {day} الساعة {time} في {place}. النوتة جاهزة.'],
    },
    events: [
      [
        'Carols on the Library Steps',
        'Cultural',
        'Forty voices, three languages, hot sahlab. Everyone is welcome to stand and listen, or sing.',
      ],
      ['أمسية تراتيل شرقية', 'Cultural', 'ألحان بيزنطية وعربية مع شرح قصير قبل كل ترتيلة.'],
      ['Voice Workshop', 'Workshop', 'Breath, vowels, and not being afraid of the high A. With a teacher from the conservatory.'],
      ['Hospital Singing', 'Social', 'One hour on two floors. Quiet shoes, soft voices.'],
      ['تدريب مفتوح للأصوات الجديدة', 'Meetup', 'تعال واجلس بجانب صوت يشبهك. لا اختبار.'],
    ],
  },
];
