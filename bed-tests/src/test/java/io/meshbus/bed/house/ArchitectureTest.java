package io.meshbus.bed.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.nats.client.NKey;

/** The compile arrows of spec 8.1: bed-tests → launcher → verticles → sdk. */
@AnalyzeClasses(packages = "io.meshbus", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> MESHBUS = resideInAPackage("io.meshbus..");
    private static final DescribedPredicate<JavaClass> NKEY =
            equivalentTo(NKey.class).or(equivalentTo(NKey.Type.class)).as("NKey");
    private static final DescribedPredicate<JavaClass> JNATS = resideInAPackage("io.nats..");

    @ArchTest
    static final ArchRule theSdkKnowsNobodyHere = noClasses()
            .that()
            .resideInAPackage("io.meshbus.sdk..")
            .should()
            .dependOnClassesThat(MESHBUS.and(not(resideInAPackage("io.meshbus.sdk.."))));

    @ArchTest
    static final ArchRule verticlesDoNotKnowWhoStartsThem = noClasses()
            .that()
            .resideInAnyPackage("io.meshbus.control..", "io.meshbus.node..", "io.meshbus.link..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.meshbus.launcher..", "io.meshbus.console..");

    @ArchTest
    static final ArchRule aDemoModuleKnowsTheSdkOnly = noClasses()
            .that()
            .resideInAPackage("io.meshbus.demo..")
            .should()
            .dependOnClassesThat(MESHBUS.and(not(resideInAnyPackage("io.meshbus.sdk..", "io.meshbus.demo.."))))
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("io.meshbus.sdk.impl..");

    @ArchTest
    static final ArchRule demoModulesMeetOverTheBus =
            slices().matching("io.meshbus.demo.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule controlPackagesMeetOverTheStore = slices().matching("io.meshbus.control.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(DescribedPredicate.alwaysTrue(), resideInAPackage("io.meshbus.control.store.."))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule theStoreKnowsNoReader = noClasses()
            .that()
            .resideInAPackage("io.meshbus.control.store..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("io.meshbus.control.*..").and(not(resideInAPackage("io.meshbus.control.store.."))))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule rulesArePure = classes()
            .that()
            .resideInAPackage("io.meshbus..rules..")
            .should()
            .onlyDependOnClassesThat(
                    resideInAnyPackage("java..", "io.meshbus.sdk..", "io.meshbus..rules..", "org.jspecify..")
                            .and(not(resideInAnyPackage(
                                    "io.meshbus.sdk.impl..",
                                    "java.net.http..",
                                    "java.nio.channels..",
                                    "java.nio.file..",
                                    "java.sql..")))
                            .or(resideInAPackage("")))
            .allowEmptyShould(true);

    /** And the yardstick of the bench, which measures against it. */
    @ArchTest
    static final ArchRule onlyTheImplementationKnowsJnats = noClasses()
            .that()
            .resideOutsideOfPackages("io.meshbus.sdk.impl..", "io.meshbus.launcher.bench.raw..")
            .should()
            .dependOnClassesThat(JNATS.and(not(NKEY)));

    @ArchTest
    static final ArchRule keysAreMadeWhereIdentityLives = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.meshbus.sdk.impl..",
                    "io.meshbus.sdk.account..",
                    "io.meshbus.sdk.id..",
                    "io.meshbus.sdk.secret..")
            .should()
            .dependOnClassesThat(NKEY);

    @ArchTest
    static final ArchRule onePlaceKnowsWhatChecksSchemas = noClasses()
            .that()
            .resideOutsideOfPackage("io.meshbus.sdk.schema..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.networknt..");

    @ArchTest
    static final ArchRule noPackageIsADrawer =
            noClasses().should().resideInAnyPackage("..common..", "..util..", "..utils..", "..helpers..");
}
