import type { SocietyText } from '../kinds.js';

export const technology: readonly SocietyText[] = [
  {
    key: 'robotics',
    name: 'Robotics Society',
    category: 'Technology',
    description: 'We build things that move: line followers, drones, and one very stubborn robotic arm. Beginners get a kit and a mentor.',
    tags: ['robots', 'electronics', 'arduino', 'beginners welcome'],
    question: 'What would you like to build first, and which evenings are you free?',
    rules:
      'Goggles on near the soldering bench. The last one out switches off the power supplies. Broken parts go into the red box with a note.',
    asks: true,
    size: 214,
    pace: 1.3,
    arabic: 0.22,
    topics: [
      ['line sensors', 'حساسات الخط'],
      ['motor drivers', 'دارات قيادة المحركات'],
      ['PID control', 'التحكم التناسبي'],
      ['the robotic arm', 'الذراع الآلية'],
      ['battery safety', 'سلامة البطاريات'],
      ['3D printing', 'الطباعة ثلاثية الأبعاد'],
    ],
    places: [
      ['the electronics lab', 'مختبر الإلكترونيات'],
      ['Engineering Hall B', 'قاعة الهندسة ب'],
      ['the workshop behind the canteen', 'المشغل خلف الكافتيريا'],
    ],
    headline:
      'Qualifiers are done! Our line follower finished 14 laps without a single reset. Thank you to everyone who stayed in the lab until 2 a.m. (and to Rand for the knafeh). Finals are on Thursday, come and be loud.',
    en: {
      ask: [
        'Our [left|right|rear] wheel keeps slipping on the [glossy|wooden|taped] part of the track. [Softer tyres|More weight over the axle|A slower curve], or something we have not thought of?',
        'Which [servo|gear motor|motor driver] would you trust for a [two|three|five] kilo load? The one we ordered from [Wasat al-Balad|the shop in Sweileh|a website] gave up after [an hour|one evening].',
        'Has anybody calibrated the line sensors under the new [lights|ceiling lamps] in {place}? Our readings jump whenever [the door opens|someone walks past|the sun comes in].',
      ],
      invite: [
        'Soldering for beginners on {day} at {time} in {place}. You leave with a [blinking badge|working line sensor|small siren your family will hate]. Irons are provided, sleeves rolled up.',
        'Open bench on {day}, {time}. Bring the [robot|drone|project] that has been sitting in a box since [last year|summer|the first semester] and we look at it together.',
      ],
      recap: [
        'The drone flew [eleven|six|nine] minutes on {past} and came down where we wanted, or at least in the same [garden|faculty]. {friend} has not stopped smiling.',
        '[Nine|Eleven|Fourteen] laps on {past}, [one crash|two crashes], no fire. The new [chassis|firmware|battery mount] holds. {friend} rewrote the turning code [on the bus|during lunch|twice] and it shows.',
        'The arm picked up its first [paper cup|tennis ball|egg] on {past}. It also put one down. [Video is with {friend}|We have the video], the egg is with nobody.',
      ],
      share: [
        'Shopping list for a first robot, [28|34|41] dinars in all, with the shops and what to say there. Skip the [kit with the nice box|cheapest wheels], trust me.',
        'I wrote down everything I wish I had known about {topic}: [four pages|two pages|one long page], photos of my mistakes included. It lies printed in {place}, take one.',
      ],
      need: [
        'We are short of [two 11.1 V packs|a bench supply|M3 screws, the long ones|one more laptop with a real serial port] for {day}. Can somebody lend us [one|theirs] until the evening?',
      ],
    },
    ar: {
      ask: [
        'مين جرّب حساسات الخط على [أرضية لامعة|سجادة المسابقة|بطارية شبه فاضية]؟ القراءات عندنا [تقفز|تتأخر|تتغير] كل [خمس ثوانٍ|لفة] وما عرفنا السبب.',
      ],
      invite: ['ورشة لحام للمبتدئين يوم {day} الساعة {time} في {place}. العدة علينا، والقهوة على [آخر من يصل|المشرفين|{friend}].'],
      recap: ['الروبوت أنهى [تسع|عشر|اثنتي عشرة] لفات متتالية يوم {past} [بلا خروج عن الخط|بخطأ واحد فقط]. شكرًا لكل من سهر في {place}.'],
      share: ['رفعت ملخصًا عن {topic} من [أربع صفحات|صفحتين]، كتبته بعد أن أحرقت [دارتين|ثلاث دارات]. النسخة المطبوعة في {place}.'],
      need: ['نحتاج [بطارية احتياطية|حاسوبًا محمولًا|كاميرا بسيطة] ليوم {day} فقط، وتعود سليمة مع [علبة معمول|كل الشكر].'],
    },
    events: [
      [
        'Line Follower Finals',
        'Competition',
        'Twelve teams, one track, three runs each. The fastest clean lap wins; the loudest corner gets the sweets. Families are welcome.',
      ],
      [
        'Solder Your First Board',
        'Workshop',
        'Two hours, one small board, and somebody beside you who has burnt their fingers before. All parts are provided.',
      ],
      [
        'يوم مفتوح في مختبر الروبوتات',
        'Exhibition',
        'جولة بين مشاريع السنة: ذراع آلية، وروبوتات تتبّع الخط، وطائرة مسيّرة صغيرة. الأسئلة كلها مرحب بها.',
      ],
      [
        'Drone Safety Evening',
        'Training',
        'What may fly where in Amman, how to read the wind, and how to land on purpose. Needed before you take one of our drones out.',
      ],
      [
        '48 Hours: Build a Helper',
        'Hackathon',
        'Teams of four build one machine that helps somebody on campus. Mentors stay overnight, so does the tea.',
      ],
    ],
  },
  {
    key: 'code',
    name: 'Code Corner',
    category: 'Technology',
    description: 'Programming side by side. Bring an assignment, a side project or a bug that makes no sense; leave with one thing fixed.',
    tags: ['programming', 'web', 'python', 'open source'],
    size: 286,
    pace: 1.2,
    arabic: 0.34,
    topics: [
      ['Git without fear', 'استخدام Git بلا خوف'],
      ['recursion', 'الاستدعاء الذاتي'],
      ['databases', 'قواعد البيانات'],
      ['mobile apps', 'تطبيقات الهاتف'],
      ['algorithms', 'الخوارزميات'],
      ['accessible web pages', 'صفحات ويب سهلة الوصول'],
    ],
    places: [
      ['IT lab 204', 'مختبر الحاسوب 204'],
      ['the library basement', 'الطابق السفلي في المكتبة'],
      ['the glass room', 'القاعة الزجاجية'],
    ],
    en: {
      ask: [
        'Has anybody got the lab machines in {place} to [remember a password|compile without a warning|print on both sides]? I will [buy coffee|write it on the board] if so.',
        "My [assignment|side project|small bot] works on my machine and [nowhere else|on nobody else's|not on the lab machines]. Before I [cry|rewrite it|buy a new laptop]: where do you look first?",
        'For the [database|networks|software engineering] course: would you use [Postgres or SQLite|React or plain HTML|Python or Java] for the project, if the deadline is in [two|three|four] weeks?',
      ],
      invite: [
        'Bug hour on {day} at {time}, {place}. You explain the bug aloud, we nod, you find it yourself. Works [nine|eight] times out of ten.',
        "We read other people's code on {day}: this time [a tiny compiler|a chess engine|the library's opening hours page]. {time} in {place}, no preparation needed.",
      ],
      recap: [
        'It was a [missing comma|time zone|space in a file name]. {friend} and I looked for it for [three hours|two evenings] and found it on {past}, on the way to the bus.',
        '[Seven|Nine|Thirteen] of us stayed in {place} until they switched off the lights on {past}. Result: [three merged pull requests|a working login page|one bus timetable that is finally right], and {friend} now believes in tests.',
      ],
      share: [
        'For everyone starting with {topic}: draw it on paper before you type. I collected [six|eight|ten] small exercises with answers, from [easy|very easy] to [rude|why did I begin this].',
      ],
      need: [
        'Looking for [one|two] people for a team: [campus map for wheelchairs|a bus tracker for the Irbid line|a used-books page]. We meet on {day}s, we are kind, we write [comments|documentation] nobody reads.',
      ],
    },
    ar: {
      ask: [
        'شباب مادة [قواعد البيانات|هياكل البيانات|البرمجة 2]: مين فهم [السؤال الرابع|الجزء الأخير من الواجب|موضوع المؤشرات]؟ قرأته [خمس|سبع] مرات وكل مرة أفهمه غلط.',
      ],
      invite: ['جلسة حل مسائل يوم {day} الساعة {time} في {place}. ثلاث مسائل، وسبورة واحدة، ولا أحد يضحك على أحد.'],
      recap: [
        'خلصنا يوم {past} [أول نسخة|النسخة الثانية] من [تطبيق الباصات|صفحة الكتب المستعملة|خريطة القاعات]. باقي [التجربة|الألوان|كتابة الشرح]، والشكر لـ{friend} على الصبر.',
      ],
      share: ['جمعت لكم [عشرة|سبعة] تمارين قصيرة عن {topic} مع الحلول، مرتبة من السهل إلى [الذي يسرق النوم|المزعج].'],
      need: [
        'فريقنا ينقصه [مصمم واجهات|شخص يفهم في قواعد البيانات|مبرمجة تحب الترتيب] لمشروع [مادة التخرج|مسابقة الجامعة]. نلتقي كل {day}.',
      ],
    },
    events: [
      [
        'Git, Finally Explained',
        'Workshop',
        'Branches, merges, and how to get back the file you lost. Bring a laptop; pairs share one if needed.',
      ],
      [
        'ليلة المسائل البرمجية',
        'Competition',
        'خمس مسائل في ساعتين، فرق من ثلاثة. المبتدئون لهم مسائل خاصة، والفائز يختار عشاء الأسبوع القادم.',
      ],
      [
        'From Form to Database',
        'Training',
        'One evening, one small web app, every line typed together. You know a little Python; that is enough.',
      ],
      ['Talks in Ten Minutes', 'Presentation', 'Six students, ten minutes each, one thing they learnt the hard way this semester.'],
      ['لقاء مع مبرمجات من سوق العمل', 'Panel Discussion', 'أربع خريجات من كليتنا يجبن عن كل ما لا يُكتب في إعلانات الوظائف.'],
    ],
  },
];
